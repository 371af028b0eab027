import type { Target } from "./audit-log.ts";

/** The types of the objects of acts, by the request fields that name them. */
const types: Readonly<Record<string, string>> = {
  apiKey: "apiKey",
  organizationId: "organization",
  organizationIds: "organization",
  organizations: "organization",
  folderId: "folder",
  folderIds: "folder",
  documentId: "document",
  documentIds: "document",
  documents: "document",
  locationId: "location",
  locationIds: "location",
  userId: "user",
  userIds: "user",
  jobId: "removal",
  tokenId: "token",
  domains: "domain",
};

// The field that identifies an item in a list of objects.
const idOf: Readonly<Record<string, string>> = { organizations: "organizationId", documents: "documentId" };
// Fields that change nothing: paging, and secrets in requests.
const noChanges = new Set(["pageSize", "pageToken", "cursor", "authToken", "token", "one"]);
// Every stored object has an id of this form. An act on an object with another id is refused anyway, and cannot be recorded.
const possibleId = /^\P{Cc}{1,256}$/u;
const most = 1_000;
const mostChanges = 100;

/** The objects that a request names. */
export function targetsOf(data: Readonly<Record<string, unknown>>): Target[] {
  const found: Target[] = [];
  for (const [field, value] of Object.entries(data)) {
    const type = types[field];
    if (type === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) {
      const id = idIn(field, each);
      if (id !== undefined) found.push({ type, id });
    }
  }
  return found.slice(0, most);
}

/** The ids of the objects that the `result` of a response reports as created. */
export function createdIn(result: unknown, { ofInstallation }: { readonly ofInstallation: boolean }): Target[] {
  const { data } = (result ?? {}) as { readonly data?: unknown };
  if (typeof data !== "object" || data === null) return [];
  const { apiKey, tokenId, jobId, id } = data as Readonly<Record<string, unknown>>;
  const named = Object.entries({ apiKey, token: tokenId, removal: jobId, ...(ofInstallation ? { workspace: id } : {}) });
  return named.flatMap(([type, value]) => (typeof value === "string" && value !== "" ? [{ type, id: value }] : []));
}

/** The names of the fields that a request sets, never their values. Fields of a nested configuration have its name in front. */
export function changesOf(data: Readonly<Record<string, unknown>>): string[] {
  const isChange = (field: string) => !(field in types) && !noChanges.has(field) && data[field] !== undefined;
  // A real removal must not look like a dry run.
  const fields = Object.keys(data).filter((field) => isChange(field) && (field !== "dryRun" || data.dryRun === true));
  return fields.flatMap((field) => namesWithin(field, data[field])).slice(0, mostChanges);
}

function namesWithin(field: string, value: unknown): string[] {
  if (!field.endsWith("Config") || typeof value !== "object" || value === null) return [field];
  return Object.keys(value).map((name) => `${field}.${name}`);
}

function idIn(field: string, value: unknown): string | undefined {
  const key = idOf[field];
  const id = key !== undefined && typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : value;
  return typeof id === "string" && possibleId.test(id) ? id : undefined;
}
