import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { setOutcome } from "./audit-records.store.ts";
import { storedOutcome } from "./audit-words.ts";

export const finishAuditRecord =
  ({ database, auditSealer }: Context): Handler<"finishAuditRecord"> =>
  async ({ workspaceId, recordId, outcome, targets }) => {
    const stored = storedOutcome(outcome);
    if (stored === undefined) throw invalid("outcome", "outcome is not one that this version knows.");
    if (targets.some(({ type }) => type === "user")) throw invalid("targets", "Users can be named only when a record begins.");
    await setOutcome(database, {
      workspaceId,
      recordId,
      outcome: stored,
      targets: JSON.stringify(targets.map(({ type, id }) => ({ type, id }))),
      targetIds: targets.map(({ id }) => id),
    });
    auditSealer.wake();
    return {};
  };
