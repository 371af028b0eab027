import type { ApiKeysListItem, ApiKeysUpdateRequestLimits } from "@parley/sdk";
import { type Command, Option } from "commander";
import { type Session, sessionOf } from "../profiles/session.ts";
import { CredentialsError, UsageError } from "../terminal/problem.ts";
import { type Columns, table } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

type LimitName = keyof ApiKeysUpdateRequestLimits;

interface LimitsOptions {
  readonly onApiKey?: string;
}

// The column titles of the table.
const words = {
  requestsPerSecond: "requests/s",
  streams: "streams",
  documents: "documents",
  users: "users",
  annotations: "annotations",
  comments: "comments",
  webhookEndpoints: "endpoints",
} as const satisfies Record<LimitName, string>;

const names = Object.keys(words) as LimitName[];

/** `parley limits`: the limits of the workspace's API keys; with `documents=5000` sets one for a key. */
export function addLimits(program: Command, terminal: Terminal): void {
  program
    .command("limits")
    .description("show the limits of API keys set by the workspace; <name>=<number> sets one for a key")
    .argument("[limits...]", `such as documents=5000 or documents=none; names: ${names.join(", ")}`)
    .addOption(new Option("--on-api-key <id>", "only this API key; by default a limit is set for the profile's"))
    .action(async (assignments: string[], { onApiKey }: LimitsOptions, command: Command) => {
      const limits = limitsOf(assignments);
      const session = await sessionOf(terminal, command);
      if (assignments.length > 0) return setLimits(session, onApiKey ?? session.profile.apiKey, limits);
      const keys: ApiKeysListItem[] = [];
      for await (const key of session.parley.apiKeys.list(onApiKey === undefined ? {} : { search: onApiKey })) keys.push(key);
      const shown = onApiKey === undefined ? keys : keys.filter(({ id }) => id === onApiKey);
      if (terminal.json)
        return terminal.value(shown.map(({ id, apiKeyName, limits: stored }) => ({ apiKey: id, apiKeyName, limits: stored })));
      for (const line of table(shown, columns)) terminal.print(line);
    });
}

async function setLimits({ terminal, parley }: Session, apiKey: string | undefined, limits: ApiKeysUpdateRequestLimits): Promise<void> {
  if (apiKey === undefined) throw new CredentialsError("No API key is given: name it with --on-api-key, or set PARLEY_API_KEY.");
  await parley.apiKeys.update({ apiKey, limits });
  if (terminal.json) return terminal.value({ apiKey, limits });
  terminal.note(`The limits of ${apiKey} have been set; they take effect within 5 seconds.`);
}

const columns: Columns<ApiKeysListItem> = {
  "api key": ({ id }) => id,
  name: ({ apiKeyName }) => apiKeyName,
  ...Object.fromEntries(names.map((name) => [words[name], ({ limits }: ApiKeysListItem) => limits[name] ?? "-"])),
};

function limitsOf(assignments: readonly string[]): ApiKeysUpdateRequestLimits {
  return Object.fromEntries(assignments.map(assignment));
}

function assignment(text: string): [string, number | null] {
  const [, name = "", value = ""] = /^(\w+)=(none|[1-9]\d{0,9})$/.exec(text) ?? [];
  if (!(name in words))
    throw new UsageError(
      `${text.slice(0, 100)} is not a limit such as documents=5000 or documents=none. The names are ${names.join(", ")}.`,
    );
  return [name, value === "none" ? null : Number(value)];
}
