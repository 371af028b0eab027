import { type Db, statement } from "@parley/database";
import type { ProviderName } from "../providers/model-route.ts";

interface UsagePage {
  readonly apiKeyId: string;
  readonly fromDay: string;
  readonly toDay: string;
  /** Where the page before ended. */
  readonly afterDay: string;
  readonly afterModel: string;
  readonly limit: number;
}

export interface UsageRow {
  readonly day: string;
  readonly model: string;
  readonly provider: ProviderName;
  readonly calls: number;
  readonly failedCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly latencyMs: number;
}

// A walk along the primary key.
const list = statement<UsagePage, UsageRow>(
  "rewriter.usage_page",
  `select to_char(day, 'YYYY-MM-DD') as day, model, provider, calls, failed_calls, input_tokens, output_tokens, latency_ms
   from usage_days
   where api_key_id = $apiKeyId and (day, model) > ($afterDay::date, $afterModel) and day between $fromDay::date and $toDay::date
   order by usage_days.day, model limit $limit`,
);

/** Usage of a key by day and model, oldest first. */
export function selectUsage(db: Db, page: UsagePage): Promise<UsageRow[]> {
  return db.rows(list, page);
}
