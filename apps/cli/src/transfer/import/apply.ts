import type { Parley } from "@parley/sdk";
import type { RecordType, TransferRecord } from "../record.ts";
import { batchesOf } from "./batches.ts";
import type { Request, Sender } from "./sender.ts";
import { threadRequests } from "./thread-requests.ts";

type Records = readonly TransferRecord[];

/** How each type is added. Everything may be added twice: ids are kept, and an existing item is set to the same values. */
const requestsOf: Readonly<Record<Exclude<RecordType, "domain" | "options" | "thread">, (records: Records) => Request[]>> = {
  organization: batched("organizations.add", "organizations"),
  folder: batched("folders.add", "folders"),
  "folder-access": (records) => records.map(({ at, item }) => ({ operation: "folders.setAccessType", data: { ...at, ...item } })),
  document: batched("documents.add", "documents"),
  "document-access": batched("documents.setAccessType", "documentIds", ({ documentId }) => documentId),
  location: batched("locations.add", "locations"),
  user: batched("users.add", "users"),
  group: batched("groups.add", "organizationUserGroups"),
  member: batched("groups.addUsers", "userIds", ({ userId }) => userId),
  recording: batched("recordings.add", "recordings"),
  activity: batched("activities.add", "activities"),
  notification: (records) => records.map(({ at, item }) => ({ operation: "notifications.add", data: { ...at, ...item } })),
  "closed-document": batched("documents.setDisabled", "documentIds", ({ documentId }) => documentId, { disabled: true }),
  "closed-organization": batched("organizations.setDisabled", "organizationIds", ({ organizationId }) => organizationId, {
    disabled: true,
  }),
};

// A child comes after its parent, which it needs.
const ordered: readonly RecordType[] = ["folder"];

/** Adds the records of a window. */
export async function apply(parley: Parley, sender: Sender, records: Records): Promise<void> {
  const type = records[0]?.type;
  if (type === undefined) return;
  if (type === "domain") return addDomains(parley, sender, records);
  if (type === "options") return setOptions(parley, records);
  if (type !== "thread") {
    const requests = requestsOf[type](records);
    return ordered.includes(type) ? sender.inOrder(requests) : sender.all(requests);
  }
  const { threads, comments, reactions } = threadRequests(records);
  await sender.all(threads);
  await sender.inOrder(comments);
  await sender.all(reactions);
}

function batched(
  operation: string,
  list: string,
  entry: (item: TransferRecord["item"]) => unknown = (item) => item,
  more: object = {},
): (records: Records) => Request[] {
  return (records) => batchesOf(records).map(({ at, items }) => ({ operation, data: { ...at, [list]: items.map(entry), ...more } }));
}

// Adding an existing domain is an error.
async function addDomains(parley: Parley, sender: Sender, records: Records): Promise<void> {
  const { allowedDomains: there } = (await parley.domains.list()) as { readonly allowedDomains: readonly string[] };
  const missing = records.map(({ item }) => String(item.domain)).filter((domain) => !there.includes(domain));
  if (missing.length > 0) await sender.all([{ operation: "domains.add", data: { domains: missing } }]);
}

// Without an idempotency key: a continued run has switched notifying of comments off since the run before it sent the same options, so that a
// replayed response would leave it off.
async function setOptions(parley: Parley, records: Records): Promise<void> {
  for (const { item } of records) await parley.apiKeys.updateConfig(item);
}
