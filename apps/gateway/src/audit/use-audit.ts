import type { Client } from "@connectrpc/connect";
import type { AuditService } from "@parley/contracts/workspace";
import type { Host } from "@parley/runtime";
import { AuditLog } from "./audit-log.ts";
import { LateOutcomes } from "./late-outcomes.ts";
import { RefusalBounds } from "./refusal-bounds.ts";

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
