import { type ErasureKind, erasureCoverage, erasureKinds, tasksOf } from "@parley/erasure";
import { modules } from "../../../apps/all-in-one/src/modules.ts";
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

/** The page for data protection officers, of what the tables, their erasers and the settings declare. */
export function dataProtectionFile(): Record<string, string> {
  const sections = Object.entries(erasureCoverage).map(([schema, tables]) => {
    const lines = Object.entries(tables).map(([table, covered]) => line(schema, table, covered));
    return `### ${titles[schema] ?? schema}\n\nSchema \`${schema}\`.\n\n${lines.join("\n")}`;
  });
  return { "libs/data-protection.md": `${head}\n\n## What is stored\n\n${sections.join("\n\n")}\n` };
}

type Covered = { readonly collections: readonly string[] } | { readonly exempt: string };

function line(schema: string, table: string, covered: Covered): string {
  const about = stored[schema]?.[table];
  if (about === undefined) throw new Error(`Nothing in tools/generate/data-protection/stored.ts says what ${schema}.${table} holds.`);
  const kept = keptText(about);
  return `- **\`${table}\`**: ${about.holds}${kept} ${reachText(schema, covered)}`;
}

function keptText({ kept, retention }: Stored): string {
  if (kept === undefined && retention === undefined) return "";
  const less = retention === undefined ? "" : `, or fewer days by the API key's \`${retention}\``;
  return ` Kept: ${kept === undefined ? "until it is removed" : timeText(kept)}${less}.`;
}

function timeText(kept: string): string {
  if (!kept.startsWith("PARLEY_")) return kept;
  const setting = modules.flatMap(({ config }) => Object.values(config)).find(({ name }) => name === kept);
  if (setting === undefined) throw new Error(`${kept}, which stored.ts names, is no setting.`);
  return `${setting.defaultText} ${kept.endsWith("_HOURS") ? "hours" : "days"} (\`${kept}\`)`;
}

function reachText(schema: string, covered: Covered): string {
  if ("exempt" in covered) return `Removals leave it: ${lowered(covered.exempt)}`;
  const kinds = erasureKinds.filter((kind) =>
    tasksOf(kind).some(
      ({ service, collection }) => service === schema && (collection === "rows" || covered.collections.includes(collection)),
    ),
  );
  return `Removed with ${kinds.map((kind) => kindWords[kind]).join(", ")}.`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const head = `# Data protection

For the data protection officer of whoever runs Parley, and of its customers: what is stored where, for how long, who can see it, and what a removal reaches. The list is made of
what the tables declare (\`npm run generate\`); a table that is not in it does not pass the checks.

## Where

Everything lies in one Postgres, or in one for each service, that the operator runs. Every row belongs to an API key (an environment of a customer's application), and no statement reads rows of another.
Between services events pass through Kafka where it is configured, which keeps them for \`PARLEY_TOPIC_RETENTION_HOURS\`. Nothing is sent to the makers of Parley.

Outside of the database there are: backups of the operator (\`PARLEY_BACKUP_RETENTION_DAYS\` says how long, for certificates), log lines of the processes (ids of requests, addresses and API keys; no content), and what Parley
sent on the customer's behalf: webhooks to the customer's endpoints, mails to users, and texts for AI models to the provider whose key the customer stored.

## Who can see it

- **The customer's servers**, with a token of the API key: all of that key, or what the token's role, organizations and resources allow.
- **People of the console**, whom the customer's identity provider or a token of the workspace lets in, with a role. What they do is recorded.
- **The workspace's owner**, with a token of the workspace: keys, settings, the audit log, certificates.
- **Operators**, by the database, its backups and the ops port: everything but what is sealed (tokens, passwords, keys of AI providers, stored answers), whose key is kept apart. What they do at the ops port is recorded.
- **Users of the application** see what the customer's application shows them.

## What a removal reaches

A removal (\`/v2/users/data/delete\`, the deletion of a place or of an API key) hides at once and then removes from every service, looks through everything a second time, and ends with a signed certificate
([for customers](customers.md#deletion)). With \`dryRun\` it says beforehand how much that would be.

What is merely old goes by itself: after the days named below, or after fewer that an API key sets for its activity log, notifications, deliveries and mails (\`retention\` of \`/v2/workspace/apikeyconfig/update\`).

It does not reach: free text in which others wrote about somebody, ids that the customer's servers put into metadata of other things, backups, what Kafka still keeps, webhooks and mails that were sent, and for two
days the hash by which a user who acted was counted. The certificate lists them with
how long they last, as far as the installation knows.`;
