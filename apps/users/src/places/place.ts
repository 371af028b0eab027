import type { Client } from "@connectrpc/connect";
import { failed, type Result } from "@parley/contracts/common";
import type { OrganizationDirectoryService, PlaceExistence } from "@parley/contracts/organization-directory";
import { sql } from "@parley/database";
import { invalid, rootFolderId, shortened } from "@parley/kernel";
import { propagate } from "@parley/rpc";
import { memberships } from "../schema.ts";

/** A place that users are added to. */
export interface Place {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly kind: PlaceKind;
  /** The id of the document or folder; empty for the organization itself. */
  readonly placeId: string;
}

export type PlaceKind = "organization" | "document" | "folder";

/** The rows of one place, in the table `memberships`: a range of its primary key. */
export const ofPlace = sql`${memberships.apiKeyId} = $apiKeyId and ${memberships.organizationId} = $organizationId
  and ${memberships.kind} = $kind and ${memberships.placeId} = $placeId`;

/** Members of the organization itself. */
export const ofOrganization = sql`${memberships.apiKeyId} = $apiKeyId and ${memberships.organizationId} = $organizationId
  and ${memberships.kind} = 'organization' and ${memberships.placeId} = ''`;

/** Members of any document of the organization: a range of the index `memberships_of_documents`. */
export const ofDocuments = sql`${memberships.apiKeyId} = $apiKeyId and ${memberships.organizationId} = $organizationId
  and ${memberships.kind} || '' = 'document'`;

interface PlaceRequest {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly folderId: string;
}

/** The place of a request. Fails with `invalid_argument` when it names both a document and a folder. */
export function placeOf({ apiKeyId, organizationId, documentId, folderId }: PlaceRequest): Place {
  if (documentId !== "" && folderId !== "") throw invalid("folder_id", "A document and a folder exclude each other: name one of them.");
  if (documentId !== "") return { apiKeyId, organizationId, kind: "document", placeId: documentId };
  if (folderId !== "") return { apiKeyId, organizationId, kind: "folder", placeId: folderId };
  return organizationPlace(apiKeyId, organizationId);
}

export function organizationPlace(apiKeyId: string, organizationId: string): Place {
  return { apiKeyId, organizationId, kind: "organization", placeId: "" };
}

interface CreateFlags {
  readonly createOrganization?: boolean;
  readonly createDocument?: boolean;
  readonly createFolder?: boolean;
  /** The parent of a created folder; empty for none. */
  readonly parentFolderId?: string;
}

/**
 * Asks the organization directory whether a place exists, after creating the parts that the flags request. Returns a message about the
 * missing part, or undefined. Fails with `invalid_argument` for the folder `root`, which has no users, and with `resource_exhausted` when
 * the API key has no room for the document.
 */
export async function missingAt(
  directory: Client<typeof OrganizationDirectoryService>,
  { apiKeyId, organizationId, kind, placeId }: Place,
  { parentFolderId = "", ...flags }: CreateFlags,
): Promise<string | undefined> {
  const place = asked({ organizationId, kind, placeId });
  if (kind === "folder" && flags.createFolder && parentFolderId !== "") {
    const known = await directory.ensureExists({ apiKeyId, places: [place] });
    if (known.places[0]?.folderExists) return undefined;
    // The folder is created below its parent, where the directory checks the depth.
    const folders = [{ folderId: placeId, parentFolderId }];
    const createOrganization = flags.createOrganization === true;
    const { results } = await directory.addFolders({ apiKeyId, organizationId, folders, createOrganization });
    return results.find(({ success }) => !success)?.message;
  }
  const { places } = await propagate(["resource_exhausted"], () => directory.ensureExists({ apiKeyId, places: [place], ...flags }));
  return missing({ organizationId, kind, placeId }, places[0]);
}

/** Asks the organization directory whether all of the places exist. Returns a sentence about the first that does not, or undefined. */
export async function missingAmong(
  directory: Client<typeof OrganizationDirectoryService>,
  apiKeyId: string,
  places: readonly Place[],
): Promise<string | undefined> {
  const { places: found } = await directory.ensureExists({ apiKeyId, places: places.map(asked) });
  return places.map((place, index) => missing(place, found[index])).find((sentence) => sentence !== undefined);
}

type Named = Pick<Place, "organizationId" | "kind" | "placeId">;

function asked({ organizationId, kind, placeId }: Named) {
  if (kind === "folder" && placeId === rootFolderId) throw invalid("folder_id", `${rootFolderId} is no folder: it has no users.`);
  return { organizationId, folderId: kind === "folder" ? placeId : "", documentId: kind === "document" ? placeId : "" };
}

function missing({ organizationId, kind, placeId }: Named, found: PlaceExistence | undefined): string | undefined {
  if (!found?.organizationExists) return `The organization ${shortened(organizationId)} does not exist.`;
  const exists = { organization: true, document: found.documentExists, folder: found.folderExists }[kind];
  return exists ? undefined : `The ${kind} ${shortened(placeId)} does not exist in the organization ${shortened(organizationId)}.`;
}

/** The place where a user was not found, as the end of a sentence. */
export function within({ organizationId, kind, placeId }: Place): string {
  return kind === "organization"
    ? `the organization ${shortened(organizationId)}`
    : `the ${kind} ${shortened(placeId)} of the organization ${shortened(organizationId)}`;
}

/** The same failure for every id of a batch. */
export function allMissing(ids: readonly string[], message: string): Result[] {
  return ids.map((id) => failed(id, "not_found", message));
}
