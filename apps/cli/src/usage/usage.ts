import type { ApiKeysListUsageItem } from "@parley/sdk";
import { type Command, Option } from "commander";
import { sessionOf } from "../profiles/session.ts";
import { UsageError } from "../terminal/problem.ts";
import { type Columns, table } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface UsageOptions {
  readonly from?: string;
  readonly to?: string;
  readonly onApiKey?: string;
}

const dayMs = 86_400_000;
const usualDays = 30;
const pageSize = 1_000;

/** `parley usage`: the usage of the workspace's API keys, one line for each day and key. */
export function addUsage(program: Command, terminal: Terminal): void {
  program
    .command("usage")
    .description("show the usage of the workspace's API keys by day in UTC; by default of the last 30 days")
    .addOption(new Option("--from <day>", "the first day, such as 2026-01-31"))
    .addOption(new Option("--to <day>", "the last day; today unless given"))
    .addOption(new Option("--on-api-key <id>", "only of this API key"))
    .action(async (options: UsageOptions, command: Command) => {
      const request = requestOf(options);
      const { parley } = await sessionOf(terminal, command);
      const days: ApiKeysListUsageItem[] = [];
      for await (const day of parley.apiKeys.listUsage(request)) days.push(day);
      if (terminal.json) return terminal.value(days);
      if (days.length === 0) return terminal.note(`There is no usage from ${request.from} to ${request.to}.`);
      for (const line of table(days, columns)) terminal.print(line);
    });
}

const columns: Columns<ApiKeysListUsageItem> = {
  day: ({ day }) => day,
  "api key": ({ apiKey }) => apiKey,
  requests: ({ requests }) => requests,
  failed: ({ failed }) => failed,
  refused: ({ refused }) => refused,
  comments: ({ comments }) => comments,
  users: ({ users }) => users,
  mails: ({ mails }) => mails,
  deliveries: ({ deliveries }) => deliveries,
  "stream s": ({ streamsSeconds }) => streamsSeconds,
  "tokens in": ({ inputTokens }) => inputTokens,
  "tokens out": ({ outputTokens }) => outputTokens,
};

function requestOf({ from, to, onApiKey }: UsageOptions) {
  const last = to === undefined ? dayOf(Date.now()) : checked("--to", to);
  const first = from === undefined ? dayOf(Date.parse(last) - (usualDays - 1) * dayMs) : checked("--from", from);
  if (first > last) throw new UsageError(`--from ${first} is after --to ${last}.`);
  return { from: first, to: last, pageSize, ...(onApiKey === undefined ? {} : { apiKey: onApiKey }) };
}

function checked(option: string, text: string): string {
  const ms = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(ms) || dayOf(ms) !== text)
    throw new UsageError(`${option} is ${text.slice(0, 100)}; it takes a day, such as 2026-01-31.`);
  return text;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
