import { randomUUID } from "node:crypto";
import type { Client } from "@connectrpc/connect";
import { AuditActorType, AuditOutcome, type AuditService } from "@parley/contracts/workspace";
import { Failure, runWithContext } from "@parley/kernel";
import type { Host, OpsRecorder } from "../module/module.ts";

type AuditClient = Pick<Client<typeof AuditService>, "beginAuditRecord" | "finishAuditRecord">;

const withinMs = 5_000;
const mostNamed = 100;
const never = new AbortController().signal;
const outcomes = { success: AuditOutcome.SUCCESS, refused: AuditOutcome.REFUSED, failed: AuditOutcome.FAILED };

/**
 * Records operators' requests at the ops port in the installation's audit log. `workspace` is undefined when the workspace service's URL is
 * not configured: then operators can read, and change nothing.
 */
export function recordOperators(host: Pick<Host, "log" | "recordOps">, workspace: AuditClient | undefined): void {
  // The outcome in the record stays `unknown`.
  const onLost = (error: unknown) =>
    host.log.warn({ err: error }, "The outcome of an operator's request could not be recorded in the audit log.");
  host.recordOps(operatorRecords(workspace, onLost));
}

function operatorRecords(workspace: AuditClient | undefined, onLost: (error: unknown) => void): OpsRecorder {
  return async ({ route, body, address, userAgent }) => {
    if (workspace === undefined) throw notRecorded("PARLEY_WORKSPACE_URL is not set in this process.");
    const recordId = randomUUID();
    const ids = { workspaceId: "installation", recordId };
    const begin = {
      ...ids,
      action: actionOf(route),
      actorType: AuditActorType.ADMIN,
      targets: targetsIn(body),
      ip: address.slice(0, 64),
      userAgent: userAgent.slice(0, 512),
      requestId: recordId,
    };
    await inOwnContext(recordId, () => workspace.beginAuditRecord(begin)).catch((error: unknown) => {
      throw notRecorded("Try again.", error);
    });
    return async (outcome) => {
      await inOwnContext(recordId, () => workspace.finishAuditRecord({ ...ids, outcome: outcomes[outcome] })).catch(onLost);
    };
  };
}

function notRecorded(advice: string, cause?: unknown): Failure {
  return new Failure(
    "unavailable",
    `Operators' requests are recorded in the audit log first, and this one could not be recorded. ${advice}`,
    { cause },
  );
}

// "POST /dead-letters/redrive" becomes ops.deadLetters.redrive.
function actionOf(route: string): string {
  const [, path = ""] = route.split(" ");
  const words = path.split("/").filter((word) => word !== "");
  return ["ops", ...words.map((word) => word.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()))].join(".");
}

/** The ids in the body of an ops request. */
function targetsIn(body: unknown): { type: string; id: string }[] {
  if (typeof body !== "object" || body === null) return [];
  const { schema, apiKeyId, jobId, ids } = body as Readonly<Record<string, unknown>>;
  const named = [
    ["schema", schema],
    ["apiKey", apiKeyId],
    ["removal", jobId],
    ...(Array.isArray(ids) ? ids.slice(0, mostNamed) : [ids]).map((id) => ["deadLetter", id]),
  ] as const;
  return named.flatMap(([type, value]) => {
    const id = typeof value === "number" ? String(value) : value;
    return typeof id === "string" && id !== "" && id.length <= 256 ? [{ type: String(type), id }] : [];
  });
}

function inOwnContext<Result>(requestId: string, work: () => Promise<Result>): Promise<Result> {
  return runWithContext({ requestId, deadlineMs: performance.now() + withinMs, signal: never, traced: false }, work);
}
