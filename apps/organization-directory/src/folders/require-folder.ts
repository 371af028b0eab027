import type { Db } from "@parley/database";
import { rootFolderId } from "@parley/kernel";
import { organizationExists } from "../organizations/organization-locks.store.ts";
import { folderNotFound, organizationNotFound } from "../places/missing.ts";
import { existingFolders } from "./folders.store.ts";

/** Fails with `not_found` when the organization, or the named folder in it, does not exist. Call it when a list is empty. */
export async function requireFolder(db: Db, apiKeyId: string, organizationId: string, folderId: string): Promise<void> {
  if (!(await organizationExists(db, apiKeyId, organizationId))) throw organizationNotFound(organizationId);
  if (folderId === "" || folderId === rootFolderId) return;
  if (!(await existingFolders(db, apiKeyId, organizationId, [folderId])).has(folderId)) throw folderNotFound(organizationId, folderId);
}
