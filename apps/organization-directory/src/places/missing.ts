import type { Db } from "@parley/database";
import { notFound, rootFolderId } from "@parley/kernel";
import { existingFolders } from "../folders/folders.store.ts";
import { documentExists, type OfDocument } from "../locations/locations.store.ts";
import { organizationExists } from "../organizations/organization-locks.store.ts";

/** Fails with `not_found` when the organization, or a folder named in it, does not exist. To be asked when a list is empty. */
export async function requireFolder(db: Db, apiKeyId: string, organizationId: string, folderId: string): Promise<void> {
  if (!(await organizationExists(db, apiKeyId, organizationId))) throw organizationNotFound(organizationId);
  if (folderId === "" || folderId === rootFolderId) return;
  if (!(await existingFolders(db, apiKeyId, organizationId, [folderId])).has(folderId)) throw folderNotFound(organizationId, folderId);
}

/** Fails with `not_found` when the organization or the document does not exist. To be asked when a list is empty. */
export async function requireDocument(db: Db, document: OfDocument): Promise<void> {
  const { apiKeyId, organizationId, documentId } = document;
  if (await documentExists(db, document)) return;
  if (!(await organizationExists(db, apiKeyId, organizationId))) throw organizationNotFound(organizationId);
  throw notFound(`The document ${documentId} does not exist in the organization ${organizationId}.`, "document_not_found");
}

export function organizationNotFound(organizationId: string) {
  return notFound(`The organization ${organizationId} does not exist.`, "organization_not_found");
}

export function folderNotFound(organizationId: string, folderId: string) {
  return notFound(`The folder ${folderId} does not exist in the organization ${organizationId}.`, "folder_not_found");
}

const shownIds = 10;
const shownCharacters = 1_000;

/** The ids as part of a sentence: as many as may stand in a message, and how many more there are. */
export function nameIds(ids: readonly string[]): string {
  const shown: string[] = [];
  let characters = 0;
  for (const id of ids.slice(0, shownIds)) {
    characters += id.length;
    if (shown.length > 0 && characters > shownCharacters) break;
    shown.push(id);
  }
  const more = ids.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
