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

// A walk along the primary key.
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
