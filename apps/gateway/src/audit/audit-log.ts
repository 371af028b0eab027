import { randomUUID } from "node:crypto";
import type { Client } from "@connectrpc/connect";
import { AuditActorType, AuditOutcome, type AuditService } from "@parley/contracts/workspace";
import { Failure, runWithContext } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";

/** The object of an act: `{type: "apiKey", id}`. */
export interface Target {
  readonly type: string;
  readonly id: string;
}

/** The bearer of a token or session, whose name the workspace service knows, or somebody without either. */
export interface Actor {
  readonly type: "token" | "admin" | "session";
  readonly id: string;
  readonly name?: string;
}

/** The origin of an act. */
export interface Origin {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** An act that is about to happen. */
interface Intent {
  /** The workspace, or `installation` for an act that belongs to none. */
  readonly workspaceId: string;
  readonly action: string;
  readonly actor: Actor;
  readonly targets: readonly Target[];
  /** The API key of the act; empty for none. */
  readonly apiKeyId: string;
  /** Names of the fields that are set. */
  readonly changes: readonly string[];
  /** The act only reads, so lists of acts can leave it out. */
  readonly isRead: boolean;
  readonly origin: Origin;
}

export type Outcome = "success" | "refused" | "failed" | "unknown";

/** An act whose intent has been recorded. */
interface RecordedAct {
  /** The ids of the workspace and the record, separated by a slash. */
  readonly record: string;
  /** Records the outcome. Never fails: an outcome that cannot be written now is written later, or the record keeps saying `unknown`. */
  end(outcome: Outcome, created?: readonly Target[]): Promise<void>;
}

/** The outcome of a record, yet to be written. */
export interface Ending {
  readonly workspaceId: string;
  readonly recordId: string;
  readonly outcome: AuditOutcome;
  readonly targets: readonly Target[];
}

const outcomes = {
  success: AuditOutcome.SUCCESS,
  refused: AuditOutcome.REFUSED,
  failed: AuditOutcome.FAILED,
  unknown: AuditOutcome.UNKNOWN,
} as const satisfies Record<Outcome, AuditOutcome>;

const actorTypes = {
  token: AuditActorType.TOKEN,
  admin: AuditActorType.ADMIN,
  session: AuditActorType.SESSION,
} as const satisfies Record<Actor["type"], AuditActorType>;

/** The name of the audit chain for acts that belong to no workspace. */
export const installation = "installation";

// ms. The longest delay that a workspace service without a response causes an act.
const beginWithinMs = 3_000;
const endWithinMs = 5_000;
const mostCharacters = { userAgent: 512, address: 64, requestId: 256 };
const never = new AbortController().signal;

/** Writes administrative acts into the audit log of the workspace service: the intent before each act, the outcome after it. */
export class AuditLog {
  readonly #client: Client<typeof AuditService>;
  readonly #later: (ending: Ending, error: unknown) => void;

  /** `later` takes outcomes that could not be written. */
  constructor(client: Client<typeof AuditService>, later: (ending: Ending, error: unknown) => void) {
    this.#client = client;
    this.#later = later;
  }

  /**
   * Fails with UNAVAILABLE when the intent cannot be written, in which case the act must not happen, and with `not_found` for an unknown
   * workspace.
   */
  async begin({ workspaceId, action, actor, targets, apiKeyId, changes, isRead, origin }: Intent): Promise<RecordedAct> {
    const recordId = randomUUID();
    const { requestId } = origin;
    const request = {
      workspaceId,
      recordId,
      action,
      actorType: actorTypes[actor.type],
      actorId: actor.id,
      actorName: actor.name ?? "",
      targets: [...targets],
      apiKeyId,
      changes: [...changes],
      isRead,
      ip: origin.address.slice(0, mostCharacters.address),
      userAgent: plainText(origin.userAgent ?? "").slice(0, mostCharacters.userAgent),
      requestId: requestId.slice(0, mostCharacters.requestId),
    };
    try {
      await inOwnContext(requestId, beginWithinMs, () => this.#client.beginAuditRecord(request));
    } catch (error) {
      if (error instanceof RemoteFailure && error.failure?.kind === "not_found") throw error;
      const message = "The act could not be recorded in the audit log, so it was not done. Try again.";
      throw new Failure("unavailable", message, { reason: "audit_unavailable", cause: error });
    }
    return {
      record: `${workspaceId}/${recordId}`,
      end: (outcome, created = []) => this.#end({ workspaceId, recordId, outcome: outcomes[outcome], targets: created }, requestId),
    };
  }

  async #end(ending: Ending, requestId: string): Promise<void> {
    try {
      await inOwnContext(requestId, endWithinMs, () => this.write(ending));
    } catch (error) {
      this.#later(ending, error);
    }
  }

  async write({ workspaceId, recordId, outcome, targets }: Ending): Promise<void> {
    await this.#client.finishAuditRecord({ workspaceId, recordId, outcome, targets: [...targets] });
  }
}

/** The origin of a request. */
export function originOf(request: {
  readonly requestId: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}): Origin {
  const { requestId, address, headers } = request;
  const userAgent = headers["user-agent"];
  return { requestId, address, userAgent: typeof userAgent === "string" ? userAgent : undefined };
}

// Runs work in a context of its own instead of the request's: its client may have disconnected, its time may be over, and its idempotency
// key is not meant for the record.
function inOwnContext<Result>(requestId: string, withinMs: number, work: () => Promise<Result>): Promise<Result> {
  return runWithContext({ requestId, deadlineMs: performance.now() + withinMs, signal: never, traced: false }, work);
}

// Removes what a Postgres text column cannot hold.
function plainText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
