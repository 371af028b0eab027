import { currentContext, runWithContext } from "@parley/kernel";
import { type Actor, type AuditLog, installation, type Outcome, originOf, type Target } from "../audit/audit-log.ts";
import { changesOf, createdIn, targetsOf } from "../audit/targets.ts";
import type { Audit } from "../audit/use-audit.ts";
import { type Credential, isOfKey } from "../credentials/credential.ts";
import type { Checked, Headers } from "../credentials/credential-check.ts";
import type { Operation } from "../operations/operation.ts";
import type { AdmittedRequest, Answer } from "./exchange.ts";

/** Called with the `result` of a response, for the ids of created objects. */
export type NoteData = (result: unknown) => void;

/** The data of a request, as parsed and as sent. */
interface RequestData {
  readonly data: Readonly<Record<string, unknown>>;
  readonly sent: Readonly<Record<string, unknown>>;
}

/** Does the work of an audited operation between its intent and its outcome in the audit log. Does nothing if the intent cannot be written. */
export async function recorded(
  log: Pick<AuditLog, "begin">,
  operation: Operation,
  request: AdmittedRequest,
  { data, sent }: RequestData,
  work: (note: NoteData) => Promise<Answer>,
): Promise<Answer> {
  const { credential } = request;
  const act = await log.begin({
    workspaceId: credential.level === "admin" ? installation : credential.workspaceId,
    action: operation.sdk,
    actor: actorOf(credential),
    targets: targetsOf(data),
    apiKeyId: apiKeyOf(credential, data),
    changes: operation.mutates ? changesOf(sent) : [],
    isRead: isRead(operation),
    origin: originOf(request),
  });
  let created: readonly Target[] = [];
  const note: NoteData = (result) => {
    created = createdIn(result, { ofInstallation: credential.level === "admin" });
  };
  const call = currentContext();
  const answer = await (call === undefined ? work(note) : runWithContext({ ...call, auditRecord: act.record }, () => work(note)));
  await act.end(outcomeOf(answer.status), created);
  return answer;
}

/** Records in the audit log that a caller with valid credentials lacked the rights for an administrative act. Never fails. */
export function recordDenied({ log, bounds, onLost }: Audit) {
  return async (
    operation: Checked & Partial<Pick<Operation, "sdk" | "isAudited" | "audited" | "mutates">>,
    credential: Credential,
    from: From,
    data: Data = {},
  ): Promise<void> => {
    const { sdk, isAudited } = operation;
    if (sdk === undefined || credential.level === "admin" || !isAudited) return;
    const { workspaceId } = credential;
    if (!bounds.admits(workspaceId)) return;
    try {
      const act = await log.begin({
        workspaceId,
        action: sdk,
        actor: actorOf(credential),
        targets: targetsOf(data),
        apiKeyId: isOfKey(credential) ? credential.apiKeyId : "",
        changes: [],
        isRead: isRead(operation),
        origin: originOf({ ...from, requestId: currentContext()?.requestId ?? "" }),
      });
      await act.end("refused");
    } catch (error) {
      onLost(error);
    }
  };
}

/** The request's data, if it is known already. */
type Data = Readonly<Record<string, unknown>>;

interface From {
  readonly headers: Headers;
  readonly address: string;
}

// An export only reads as well, but is recorded because of what leaves with it.
function isRead({ mutates, audited }: Partial<Pick<Operation, "mutates" | "audited">>): boolean {
  return mutates === false && audited !== true;
}

/** The actor behind a credential. */
function actorOf(credential: Credential): Actor {
  if (credential.level === "admin" || credential.tokenId === "") return { type: "admin", id: "" };
  return { type: "token", id: credential.tokenId };
}

/** The outcome in the response. A client that disconnected received none. */
function outcomeOf(status: number): Outcome {
  if (status === 499) return "unknown";
  if (status >= 500) return "failed";
  return status >= 400 ? "refused" : "success";
}

function apiKeyOf(credential: Credential, { apiKey }: Readonly<Record<string, unknown>>): string {
  if (isOfKey(credential)) return credential.apiKeyId;
  return typeof apiKey === "string" ? apiKey : "";
}
