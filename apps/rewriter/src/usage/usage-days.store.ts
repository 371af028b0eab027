import { type Db, sql, statement } from "@parley/database";
import { narrowed, types, type ValuesOf } from "@parley/database/schema";
import type { ProviderName } from "../providers/model-route.ts";
import { calls, usageDays } from "../schema.ts";

interface UsagePage {
  readonly apiKeyId: string;
  readonly fromDay: string;
  readonly toDay: string;
  /** The end of the previous page. */
  readonly afterDay: string;
  readonly afterModel: string;
  readonly limit: number;
}

const usageRow = {
  day: types.text,
  model: usageDays.model,
  provider: narrowed<ProviderName>(types.text),
  calls: usageDays.calls,
  failedCalls: usageDays.failedCalls,
  inputTokens: usageDays.inputTokens,
  outputTokens: usageDays.outputTokens,
  latencyMs: usageDays.latencyMs,
};

export type UsageRow = ValuesOf<typeof usageRow>;

// Scans the primary key.
const list = statement(
  "rewriter.usage_page",
  { apiKeyId: calls.apiKeyId, afterDay: types.date, afterModel: types.text, fromDay: types.date, toDay: types.date, limit: types.bigint },
  usageRow,
  sql`select to_char(${usageDays.day}, 'YYYY-MM-DD') as day, ${usageDays.model}, ${usageDays.provider}, ${usageDays.calls},
    ${usageDays.failedCalls}, ${usageDays.inputTokens}, ${usageDays.outputTokens}, ${usageDays.latencyMs}
   from ${usageDays}
   where ${usageDays.apiKeyId} = $apiKeyId and (${usageDays.day}, ${usageDays.model}) > ($afterDay::date, $afterModel)
     and ${usageDays.day} between $fromDay::date and $toDay::date
   order by ${usageDays}.${usageDays.day}, ${usageDays.model} limit $limit`,
);

/** Usage of a key by day and model, oldest first. */
export function selectUsage(db: Db, page: UsagePage): Promise<UsageRow[]> {
  return db.rows(list, page);
}

// Scans usage_days_of_workspace: a row for each key and model of the day.
const used = statement(
  "rewriter.tokens_of_workspace",
  { workspaceId: usageDays.workspaceId },
  { tokens: types.bigint },
  sql`select coalesce(sum(${usageDays.inputTokens} + ${usageDays.outputTokens}), 0)::bigint as tokens from ${usageDays}
   where ${usageDays.workspaceId} = $workspaceId and ${usageDays.day} = (clock_timestamp() at time zone 'UTC')::date`,
  { crossTenant: "A budget belongs to the workspace: the tokens of all its keys count." },
);

/** Tokens that all keys of a workspace have used today, in UTC. */
export async function selectTokensUsedToday(db: Db, workspaceId: string): Promise<number> {
  return (await db.row(used, { workspaceId }))?.tokens ?? 0;
}
