import type { Parley } from "@parley/sdk";
import type { TransferRecord } from "../record.ts";
import { collections } from "./collections.ts";

/** The position of an export: the data that its next step reads. */
export type Place =
  | { readonly stage: "domains" }
  /** All organizations before their contents. */
  | { readonly stage: "organizations"; readonly pageToken?: string | undefined }
  | {
      readonly stage: "contents";
      /** The page of organizations, the index of the organization on it, the index of its collection, and the page of that collection. */
      readonly organizationsToken?: string | undefined;
      readonly index: number;
      readonly collection: number;
      readonly pageToken?: string | undefined;
    }
  | { readonly stage: "end" };

interface Step {
  readonly records: readonly TransferRecord[];
  readonly next: Place;
}

const organizationsPerPage = 100;

/** Reads the records at a position, and returns them with the next position. Every step can be repeated. */
export async function step(parley: Parley, place: Exclude<Place, { readonly stage: "end" }>): Promise<Step> {
  if (place.stage === "domains") return { records: await domainRecords(parley), next: { stage: "organizations" } };
  if (place.stage === "organizations") return organizations(parley, place.pageToken);
  return contents(parley, place);
}

async function domainRecords(parley: Parley): Promise<TransferRecord[]> {
  const { allowedDomains } = (await parley.domains.list()) as { readonly allowedDomains: readonly string[] };
  return allowedDomains.map((domain) => ({ type: "domain", at: {}, item: { domain } }));
}

async function organizations(parley: Parley, pageToken: string | undefined): Promise<Step> {
  const { data, nextPageToken } = await parley.organizations.list({ pageSize: organizationsPerPage, pageToken });
  const records = data.map(
    ({ id: _id, internalId: _internal, disabled: _disabled, createdAt: _created, lastUpdated: _changed, ...item }) => {
      return { type: "organization", at: {}, item } as const;
    },
  );
  if (nextPageToken !== null) return { records, next: { stage: "organizations", pageToken: nextPageToken } };
  return { records, next: { stage: "contents", index: 0, collection: 0 } };
}

async function contents(parley: Parley, place: Extract<Place, { readonly stage: "contents" }>): Promise<Step> {
  const { organizationsToken, index, collection } = place;
  const { data, nextPageToken } = await parley.organizations.list({ pageSize: organizationsPerPage, pageToken: organizationsToken });
  const organization = data[index];
  if (organization === undefined) {
    if (nextPageToken === null) return { records: await optionRecords(parley), next: { stage: "end" } };
    return { records: [], next: { ...place, organizationsToken: nextPageToken, index: 0, collection: 0, pageToken: undefined } };
  }
  const { organizationId, disabled } = organization;
  const read = collections[collection];
  if (read === undefined) {
    const closed: readonly TransferRecord[] = disabled ? [{ type: "closed-organization", at: {}, item: { organizationId } }] : [];
    return { records: closed, next: { ...place, index: index + 1, collection: 0, pageToken: undefined } };
  }
  const page = await read(parley, organizationId, place.pageToken);
  const isOver = page.nextPageToken === null;
  const next = isOver ? { collection: collection + 1, pageToken: undefined } : { pageToken: page.nextPageToken ?? undefined };
  return { records: page.records, next: { ...place, ...next } };
}

// The options come last, because an immutable log or disabled advanced queries would interfere with the rest.
async function optionRecords(parley: Parley): Promise<TransferRecord[]> {
  // The progress of an index means nothing for another key.
  const { searchIndex: _ofThisKey, ...options } = await parley.apiKeys.getConfig();
  return [{ type: "options", at: {}, item: options }];
}
