import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ModelUsageSchema } from "@parley/contracts/rewriter";
import { cutPage, decodeCursor, invalid, pageSizeOf } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { providerTitles } from "../providers/model-route.ts";
import { selectUsage, type UsageRow } from "./usage-days.store.ts";

const firstDay = "0001-01-01";
const lastDay = "9999-12-31";
const defaultPageSize = 100;
// Calls are recorded after their responses; a request right after a call must find it counted.
const settleMs = 1_000;

export const listUsage =
  ({ database, calls }: Context): Handler<"listUsage"> =>
  async ({ apiKeyId, fromDay, toDay, pageSize, pageToken }) => {
    refuseDay("from_day", fromDay);
    refuseDay("to_day", toDay);
    const { afterDay, afterModel } = afterOf(pageToken);
    const { size, limit } = pageSizeOf(pageSize, defaultPageSize);

    await calls.settled(settleMs);
    const page = { apiKeyId, fromDay: fromDay || firstDay, toDay: toDay || lastDay, afterDay, afterModel, limit };
    const rows = await selectUsage(database, page);

    const { shown, nextPageToken } = cutPage(rows, size, ({ day, model }) => [day, model]);
    return { usage: shown.map(modelUsageMessage), nextPageToken };
  };

function refuseDay(field: string, day: string): void {
  const problem = day === "" ? undefined : dayProblem(day);
  if (problem !== undefined) throw invalid(field, `${field} ${problem}.`);
}

// No model has an empty name, so this comes before all models of the first day.
function afterOf(pageToken: string): { afterDay: string; afterModel: string } {
  const [day, model] = decodeCursor(pageToken, ["string", "string"]) ?? [firstDay, ""];
  if (dayProblem(String(day)) !== undefined) throw invalid("page_token", "page_token is not one that this service returned.");
  return { afterDay: String(day), afterModel: String(model) };
}

function modelUsageMessage(row: UsageRow): MessageInitShape<typeof ModelUsageSchema> {
  return {
    day: row.day,
    model: row.model,
    provider: providerTitles[row.provider],
    calls: BigInt(row.calls),
    failedCalls: BigInt(row.failedCalls),
    inputTokens: BigInt(row.inputTokens),
    outputTokens: BigInt(row.outputTokens),
    totalLatencyMs: BigInt(row.latencyMs),
  };
}

/** The problem with the text of a day such as `2026-11-21`; undefined when it is valid. */
export function dayProblem(text: string): string | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= "0001" && isoDay(text) === text;
  return isDay ? undefined : "must be a day of the form 2026-11-21";
}

// A day beyond the end of its month moves into the next one, or is invalid.
function isoDay(text: string): string {
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}
