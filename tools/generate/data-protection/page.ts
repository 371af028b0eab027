import { type ErasureKind, erasureCoverage, erasureKinds, tasksOf } from "@parley/erasure";
import { settingsOf } from "@parley/runtime";
import { modules } from "../../../apps/all-in-one/src/modules.ts";
import { entryList } from "../../deploy/entries.ts";
import { type Stored, stored } from "./stored.ts";

const titles: Readonly<Record<string, string>> = {
  users: "Users",
  directory: "Organizations, folders, documents",
  activity: "Threads and what happens in them",
  notifications: "Notifications, webhooks, e-mails",
  workspace: "Workspaces, keys, administration",
  rewriter: "AI models",
  parley: "The database itself",
};

const kindWords: Readonly<Record<ErasureKind, string>> = {
  user: "a user",
  organization: "an organization",
  folder: "a folder",
  document: "a document",
  location: "a location",
  apiKey: "an API key",
};

/** The page for data protection officers, generated from tables, erasers and settings. */
export function dataProtectionFile(): Record<string, string> {
  const entries = Object.entries(erasureCoverage).map(([schema, tables]) => ({
    schema,
    lines: Object.entries(tables).map(([table, covered]) => entryOf(schema, table, covered)),
  }));
  const every = sharedTexts(entries.flatMap(({ lines }) => lines));
  const sections = [
    `### In several schemas\n\nEvents and erasures of each service.\n\n${[...every].join("")}`,
    ...entries.map(({ schema, lines }) => {
      const own = lines.filter(({ text }) => !every.has(text)).map(({ text }) => text);
      return `### ${titles[schema] ?? schema}\n\nSchema \`${schema}\`.\n\n${own.join("")}`;
    }),
  ];
  return { "libs/data-protection.md": `${head}\n\n## What is stored\n\n${sections.join("\n")}` };
}

interface TableEntry {
  readonly table: string;
  readonly text: string;
}

/** The texts of tables that occur in several schemas with the same text. */
function sharedTexts(entries: readonly TableEntry[]): Set<string> {
  const byTable = Map.groupBy(entries, ({ table }) => table);
  const shared = [...byTable.values()].filter((same) => same.length > 1 && same.every(({ text }) => text === same[0]?.text));
  return new Set(shared.flat().map(({ text }) => text));
}

type Covered = { readonly collections: readonly string[] } | { readonly exempt: string };

function entryOf(schema: string, table: string, covered: Covered): TableEntry {
  const about = stored[schema]?.[table];
  if (about === undefined) throw new Error(`Nothing in tools/generate/data-protection/stored.ts says what ${schema}.${table} holds.`);
  const meaning = `${about.holds}${keptText(about)} ${reachText(schema, covered)}`;
  return { table, text: entryList([{ name: `**\`${table}\`**`, facts: [], meaning }]) };
}

function keptText({ kept, retention }: Stored): string {
  if (kept === undefined && retention === undefined) return "";
  const less = retention === undefined ? "" : `, or fewer days by the API key's \`${retention}\``;
  return ` Kept: ${kept === undefined ? "until it is erased or deleted" : timeText(kept)}${less}.`;
}

function timeText(kept: string): string {
  if (!kept.startsWith("PARLEY_")) return kept;
  const setting = modules.flatMap(({ config }) => settingsOf(config)).find(({ name }) => name === kept);
  if (setting === undefined) throw new Error(`${kept} in stored.ts is not a setting.`);
  return `${setting.defaultText} ${kept.endsWith("_HOURS") ? "hours" : "days"} (\`${kept}\`)`;
}

function reachText(schema: string, covered: Covered): string {
  if ("exempt" in covered) return `Not erased: ${lowered(covered.exempt)}`;
  const kinds = erasureKinds.filter((kind) =>
    tasksOf(kind).some(
      ({ service, collection }) => service === schema && (collection === "rows" || covered.collections.includes(collection)),
    ),
  );
  return `Erased with ${kinds.map((kind) => kindWords[kind]).join(", ")}.`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const head = `# Data protection

For the data protection officers of the operator and of the operator's customers: what is stored where, for how long, who can see it, and what an erasure reaches. The list of tables
is made of their declarations (\`npm run generate\`); a table that is missing in it fails the checks.

## Where

All data is in one Postgres, or in one for each service, that the operator runs. Every row belongs to an API key (an environment of a customer's application), and no statement
reads rows of another key. Where Kafka is configured, events between services pass through it; it keeps them for \`PARLEY_TOPIC_RETENTION_HOURS\`. Nothing is sent to the makers of Parley.

Outside of the database there are

- the operator's backups (\`PARLEY_BACKUP_RETENTION_DAYS\` tells certificates how long they are kept);
- log lines of the processes: ids of requests, addresses and API keys, no content;
- what Parley sent for the customer: webhooks to the customer's endpoints, mails to users, and texts to the AI provider whose key the customer stored.

## Who can see it

- **The customer's servers**, with a token of the API key: all data of that key, or what the token's role, organizations and resources allow.
- **Users of the console**, whom the customer's identity provider or a token of the workspace lets in, with a role. Their actions are recorded.
- **The workspace's owner**, with a token of the workspace: keys, settings, the audit log, certificates.
- **Operators**, through the database, its backups and the ops port: everything but what is sealed (tokens, passwords, keys of AI providers, stored answers). The key of the seal
  is kept elsewhere. Their actions at the ops port are recorded.
- **Users of the application** see what the customer's application shows them.

## What an erasure reaches

An erasure follows \`/v2/users/data/delete\` and the deletion of a place or of an API key. The data is hidden at once. A job then erases it in every service, searches everything a second
time, counts what is left, and ends with a signed certificate ([for customers](customers.md#deletion)); while anything is counted it stays open, without one.
The request for a user first ends the tokens of the user's pages: nothing that they wrote stays. What the customer's servers write after the response stays. With \`dryRun\` the same request counts beforehand how much would be erased.

Old data goes by itself after the days named below, or after fewer days that an API key sets for its activity log, notifications, deliveries and mails
(\`retention\` of \`/v2/workspace/apikeyconfig/update\`).

An erasure does not reach

- free text in which others wrote about a person;
- ids that the customer's servers put into the metadata of other things;
- backups, and what Kafka still keeps;
- webhooks and mails that were sent;
- for two days, the hash by which a user was counted as active.

The certificate lists these, with how long they last as far as the installation knows.`;
