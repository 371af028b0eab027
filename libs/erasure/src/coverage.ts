import type { ErasureService, erasurePlan } from "./model/plan.ts";

/** For a table: the collections that erase from it, or the reason why none has to. */
type Covered<Collection extends string> = { readonly collections: readonly Collection[] } | { readonly exempt: string };

type CollectionOf<Service extends ErasureService> = (typeof erasurePlan)[Service][keyof (typeof erasurePlan)[Service]] extends infer List
  ? List extends readonly (infer Name extends string)[]
    ? Name
    : never
  : never;

type Coverage = {
  readonly [Service in ErasureService]: Readonly<Record<string, Covered<CollectionOf<Service> | "places" | "answers" | "audit" | "rows">>>;
} & Readonly<Record<"parley", Readonly<Record<string, { readonly exempt: string }>>>>;

const messaging = {
  outbox: { collections: ["messages"] },
  dead_letters: { collections: ["messages"] },
  inbox: { exempt: "Only ids of events." },
  work: {
    exempt:
      "Payloads name jobs and rows by internal numbers, never users or places. A fan-out of mails holds its current page until it ends; an erasure its counts and salted hashes until its certificate is stored.",
  },
  erasure_marks: { exempt: "Hashes of what was removed, for 60 days." },
  erasures: { exempt: "A row goes with the last of its tasks." },
  erasures_done: { exempt: "Names of collections and counts, for 90 days." },
} as const;

const withKey = { collections: ["rows"] } as const;
const ofCallers = { repeated_calls: { exempt: "Hashes of calls that were sent again, and numbers, for 28 hours." } } as const;

const owner = {
  erasure_jobs: { exempt: "The record of erasures: hashes and counts." },
  erasure_tasks: { exempt: "Names of collections; they go with the job's last task." },
} as const;

const ofWorkspace = { exempt: "Configuration by the customer's developers for all API keys; no data of their users." } as const;

/**
 * Every table of every schema. A test compares this with the database's catalogue, so that a change that adds a table must state here how
 * erasure reaches it.
 */
export const erasureCoverage: Coverage = {
  users: {
    ...messaging,
    ...ofCallers,
    ...owner,
    users: { collections: ["profiles"] },
    memberships: { collections: ["memberships"] },
    user_groups: { collections: ["groups"] },
    group_members: { collections: ["groups"] },
    deleted_groups: { collections: ["groups"] },
  },
  directory: {
    ...messaging,
    ...ofCallers,
    ...owner,
    organizations: { exempt: "The row goes when the organization is deleted: that is what hides it." },
    folders: { collections: ["places"] },
    documents: { collections: ["places"] },
    locations: { collections: ["places"] },
    deleted_places: { exempt: "A row goes with the last task of its job." },
  },
  activity: {
    ...messaging,
    ...ofCallers,
    annotations: { collections: ["threads", "comments", "assignments", "resolutions"] },
    comments: { collections: ["threads", "comments"] },
    comment_users: { collections: ["threads", "comments"] },
    annotation_users: { collections: ["threads", "comments", "assignments"] },
    reactions: { collections: ["threads", "comments", "reactions"] },
    recordings: { collections: ["recordings"] },
    activities: { collections: ["activities", "mentions"] },
    feed_epochs: { exempt: "The starts of the database server; no personal data." },
    feed_markers: withKey,
    search_comments: { collections: ["threads", "comments"] },
    search_keys: withKey,
    search_segments: { collections: ["threads", "rows"] },
  },
  notifications: {
    ...messaging,
    ...ofCallers,
    notifications: { collections: ["notifications", "recipients", "mentions"] },
    recipients: { collections: ["notifications", "recipients"] },
    read_marks: { collections: ["notifications", "read-marks"] },
    configs: { collections: ["configs"] },
    deleted_notifications: { collections: ["notifications"] },
    waiting_events: { collections: ["messages"] },
    webhook_deliveries: { collections: ["webhooks"] },
    webhook_payloads: { collections: ["webhooks"] },
    webhook_attempts: { collections: ["webhooks"] },
    webhook_queue: { collections: ["webhooks"] },
    webhook_documents: { collections: ["webhook-counters"] },
    webhook_gone_endpoints: { exempt: "Addresses of the customer's own servers." },
    delivery_processes: { exempt: "Processes of this service, under random names." },
    delivery_groups: { exempt: "Which process sends to which of the customer's own servers." },
    webhook_endpoint_states: { exempt: "Times of requests to the customer's own servers." },
    emails: { collections: ["emails"] },
    email_items: { collections: ["emails", "email-items"] },
    email_queue: { collections: ["emails"] },
    email_suppressions: { collections: ["email-suppressions"] },
    webhook_recoveries: { exempt: "Times and counts." },
  },
  workspace: {
    ...messaging,
    ...ofCallers,
    ...owner,
    outbox: withKey,
    dead_letters: withKey,
    workspaces: ofWorkspace,
    workspace_tokens: ofWorkspace,
    data_keys: ofWorkspace,
    api_keys: withKey,
    api_key_tokens: withKey,
    email_configs: withKey,
    webhook_configs: withKey,
    webhook_endpoints: withKey,
    webhook_secrets: withKey,
    domains: withKey,
    provider_keys: ofWorkspace,
    key_minutes: withKey,
    minute_reports: { exempt: "Ids of reports, which name nobody." },
    idempotency_records: { collections: ["answers", "rows"] },
    usage_days: { exempt: "Numbers of an API key for 400 days, even after its deletion; no data of its users." },
    usage_people: withKey,
    audit_chains: { exempt: "Ends of chains: numbers, times and hashes." },
    audit_records: {
      exempt: "Actions of administrators, kept as long as the audit log. Users of API keys appear only as salted hashes.",
    },
    removal_certificates: { exempt: "What erasures did: counts and salted hashes, kept for three years." },
    audit_people: { collections: ["audit", "rows"] },
    user_token_revocations: { collections: ["rows"] },
  },
  rewriter: {
    ...messaging,
    outbox: withKey,
    dead_letters: withKey,
    calls: withKey,
    usage_days: withKey,
  },
  parley: { migrations: { exempt: "Names of migrations." } },
};

/** Problems of the coverage: tables of the database that are missing here, and tables that are listed here but do not exist. */
export function coverageProblems(tables: readonly { readonly schema: string; readonly table: string }[]): string[] {
  const covered = Object.entries(erasureCoverage).flatMap(([schema, of]) => Object.keys(of).map((table) => `${schema}.${table}`));
  const existing = tables.map(({ schema, table }) => `${schema}.${table}`);
  return [
    ...existing
      .filter((name) => !covered.includes(name))
      .map((name) => `No collection erases from ${name}: name one, or state why none has to.`),
    ...covered.filter((name) => !existing.includes(name)).map((name) => `There is no table ${name}.`),
  ];
}
