import { type ErasureKind, erasureCoverage, erasureKinds, tasksOf } from "@parley/erasure";
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

/** The texts of the tables that several schemas have and all describe alike. */
function sharedTexts(entries: readonly TableEntry[]): Set<string> {
  const byTable = Map.groupBy(entries, ({ table }) => table);
  const shared = [...byTable.values()].filter((same) => same.length > 1 && same.every(({ text }) => text === same[0]?.text));
  return new Set(shared.flat().map(({ text }) => text));
}

type Covered = { readonly collections: readonly string[] } | { readonly exempt: string };

function entryOf(schema: string, table: string, covered: Covered): TableEntry {
  const about = stored[schema]?.[table];
  if (about === undefined) throw new Error(`tools/generate/data-protection/stored.ts does not describe ${schema}.${table}.`);
  const kept = keptText(about);
  return `- **\`${table}\`**: ${about.holds}${kept} ${reachText(schema, covered)}`;
}

function keptText({ kept, retention }: Stored): string {
  if (kept === undefined && retention === undefined) return "";
  const less = retention === undefined ? "" : `, or fewer days by the API key's \`${retention}\``;
  return ` Kept: ${kept === undefined ? "until it is erased or deleted" : timeText(kept)}${less}.`;
}

function timeText(kept: string): string {
  if (!kept.startsWith("PARLEY_")) return kept;
  const setting = modules.flatMap(({ config }) => Object.values(config)).find(({ name }) => name === kept);
  if (setting === undefined) throw new Error(`${kept} in stored.ts is not a setting.`);
  return `${setting.defaultText} ${kept.endsWith("_HOURS") ? "hours" : "days"} (\`${kept}\`)`;
}

function reachText(schema: string, covered: Covered): string {
  if ("exempt" in covered) return `Not covered by removals: ${lowered(covered.exempt)}`;
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

For the data protection officers of Parley's operators and of their customers: what is stored, where, for how long, who can see it, and what a removal covers. The list is generated from
the tables' declarations (\`npm run generate\`); a table that is missing in it fails the checks.

## Where

All data is stored in the operator's Postgres: one for all services, or one for each. Every row belongs to an API key (an environment of a customer's application), and no statement reads another key's rows.
Events between services pass through Kafka, if configured, which keeps them for \`PARLEY_TOPIC_RETENTION_HOURS\`. Nothing is sent to the makers of Parley.

Outside of the database there are: the operator's backups (\`PARLEY_BACKUP_RETENTION_DAYS\` states their retention in certificates), log lines of the processes (ids of requests, addresses and API keys; no content), and data
that Parley sent on the customer's behalf: webhooks to the customer's endpoints, mails to users, and texts for AI models to the provider whose key the customer stored.

## Who can see it

- **The customer's servers**, with a token of the API key: all of that key, or what the token's role, organizations and resources allow.
- **Users of the console**, with a role, who sign in with the customer's identity provider or a token of the workspace. Their acts are recorded.
- **The workspace's owner**, with a token of the workspace: keys, settings, the audit log, certificates.
- **Operators**, through the database, its backups and the ops port: everything except encrypted data (tokens, passwords, keys of AI providers, stored responses), whose key is kept separately. Their acts at the ops port are recorded.
- **Users of the application** see what the customer's application shows them.

## What a removal covers

A removal (\`/v2/users/data/delete\`, the deletion of a place or of an API key) hides the data at once, removes it from every service, checks every service a second time, and ends with a signed certificate
([for customers](customers.md#deletion)). With \`dryRun\` it only counts what it would remove.

Old data is removed automatically: after the days below, or after fewer days that an API key sets for its activity log, notifications, deliveries and mails (\`retention\` of \`/v2/workspace/apikeyconfig/update\`).

A removal does not cover: texts of other users about the person, ids that the customer's servers stored in other metadata, backups, events that Kafka still keeps, sent webhooks and mails, and for two
days the hash that counted an active user. The certificate lists them with their retention, as far as the installation knows it.`;
