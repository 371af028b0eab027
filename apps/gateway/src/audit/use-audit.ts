import type { Client } from "@connectrpc/connect";
import type { AuditService } from "@parley/contracts/workspace";
import type { Host } from "@parley/runtime";
import { TokenBuckets } from "../rates/token-buckets.ts";
import { AuditLog } from "./audit-log.ts";
import { LateOutcomes } from "./late-outcomes.ts";

/** Records acts and refusals in the audit log. */
export interface Audit {
  readonly log: AuditLog;
  readonly bounds: RefusalBounds;
  /** Called with the reason why a refusal could not be recorded; the refusal is sent nevertheless. */
  readonly onLost: (error: unknown) => void;
}

export function useAudit(host: Host, client: Client<typeof AuditService>): Audit {
  const late = new LateOutcomes(host);
  const log = new AuditLog(client, (ending, error) => late.add(ending, error));
  late.writeWith((ending) => log.write(ending));
  return {
    log,
    bounds: new RefusalBounds(),
    onLost: (error) => host.log.warn({ err: error }, "A refusal could not be recorded in the audit log."),
  };
}

const ofWorkspace = { perSecond: 0.5, capacity: 30 };
const ofAll = { perSecond: 20, capacity: 200 };

/**
 * Bounds the recorded refusals: about thirty a minute for one workspace, and not many more for all together. Without it, anybody who names
 * a workspace, or holds a token with few rights, could fill its audit log.
 */
class RefusalBounds {
  readonly #workspaces = new TokenBuckets(ofWorkspace);
  readonly #all = new TokenBuckets(ofAll);

  admits(workspaceId: string): boolean {
    return this.#workspaces.take(workspaceId) && this.#all.take("");
  }
}
