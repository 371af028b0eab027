import type { ApiKeysListUsageItem } from "@parley/sdk";

/** A figure of the usage: its name in the address, its label, its unit, and its value on a day. */
export interface UsageFigure {
  readonly value: string;
  readonly label: string;
  readonly unit: string;
  readonly of: (day: ApiKeysListUsageItem) => number;
}

/** The figures that can be plotted. */
export const usageFigures: readonly [UsageFigure, ...UsageFigure[]] = [
  { value: "requests", label: "Requests", unit: "requests", of: ({ requests }) => requests },
  { value: "refused", label: "Refused and failed requests", unit: "requests", of: ({ refused, failed }) => refused + failed },
  { value: "comments", label: "Comments", unit: "comments", of: ({ comments }) => comments },
  { value: "users", label: "Users who acted", unit: "users", of: ({ users }) => users },
  { value: "mails", label: "E-mails", unit: "e-mails", of: ({ mails }) => mails },
  { value: "deliveries", label: "Webhook deliveries", unit: "deliveries", of: ({ deliveries }) => deliveries },
  { value: "streams", label: "Open streams", unit: "seconds", of: ({ streamsSeconds }) => streamsSeconds },
  { value: "tokens", label: "AI tokens", unit: "tokens", of: ({ inputTokens, outputTokens }) => inputTokens + outputTokens },
];

const dayMs = 86_400_000;
const length = 30;

/** The last thirty days in UTC, oldest first. */
export function shownDays(nowMs: number): string[] {
  return Array.from({ length }, (_, index) => new Date(nowMs - (length - 1 - index) * dayMs).toISOString().slice(0, 10));
}

/** The value of a figure on each day; zero on days without usage. */
export function usageOfDays(days: readonly string[], listed: readonly ApiKeysListUsageItem[], { of }: UsageFigure) {
  const byDay = new Map(listed.map((each) => [each.day, of(each)]));
  return days.map((day) => ({ day, used: byDay.get(day) ?? 0 }));
}
