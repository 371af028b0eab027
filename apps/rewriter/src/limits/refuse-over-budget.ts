import type { Context } from "../context.ts";
import { ProviderFault } from "../providers/provider-fault.ts";
import { selectTokensUsedToday } from "../usage/usage-days.store.ts";

// Calls are recorded after their responses: those that this process has finished must be counted before the next one is admitted.
const settleMs = 1_000;

/**
 * Refuses a call once the workspace has used up its budget of the day. The tokens of a call are known only when it has ended, and running
 * calls are completed: so the budget may be exceeded by the slots of a workspace in each process.
 */
export async function refuseOverBudget({ calls, database }: Context, workspaceId: string, budget: number): Promise<void> {
  await calls.settled(settleMs);
  const used = await selectTokensUsedToday(database, workspaceId);
  if (used < budget) return;
  throw new ProviderFault(
    "budget_used_up",
    `The workspace's daily budget of ${budget} tokens (dailyTokenBudget) is used up: ${used} today. It is reset at 00:00 UTC.`,
  );
}
