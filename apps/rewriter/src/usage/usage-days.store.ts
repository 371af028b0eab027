import { type Db, statement } from "@parley/database";
import { narrowed, types, type ValuesOf } from "@parley/database/schema";
import type { ProviderName } from "../providers/model-route.ts";
import { calls, usageDays } from "../schema.ts";

interface UsagePage {
  readonly apiKeyId: string;
  readonly fromDay: string;
  readonly toDay: string;
  /** Where the page before ended. */
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

// A scan of the primary key.
const list = statement(
  "rewriter.usage_page",
  { apiKeyId: calls.apiKeyId, afterDay: types.date, afterModel: types.text, fromDay: types.date, toDay: types.date, limit: types.bigint },
  usageRow,
  `select to_char(day, 'YYYY-MM-DD') as day, model, provider, calls, failed_calls, input_tokens, output_tokens, latency_ms
   from usage_days
   where api_key_id = $apiKeyId and (day, model) > ($afterDay::date, $afterModel) and day between $fromDay::date and $toDay::date
   order by usage_days.day, model limit $limit`,
);

/** Usage of a key by day and model, oldest first. */
export function selectUsage(db: Db, page: UsagePage): Promise<UsageRow[]> {
  return db.rows(list, page);
}

// By usage_days_of_workspace: a row for each key and model of the day.
const used = statement(
  "rewriter.tokens_of_workspace",
  { workspaceId: usageDays.workspaceId },
  { tokens: types.bigint },
  `select coalesce(sum(input_tokens + output_tokens), 0)::bigint as tokens from usage_days
   where workspace_id = $workspaceId and day = (clock_timestamp() at time zone 'UTC')::date`,
  { crossTenant: "A budget belongs to the workspace: what all of its keys use counts." },
);

/** Tokens that all keys of a workspace have used today, in UTC. */
export async function selectTokensUsedToday(db: Db, workspaceId: string): Promise<number> {
  return (await db.row(used, { workspaceId }))?.tokens ?? 0;
}
