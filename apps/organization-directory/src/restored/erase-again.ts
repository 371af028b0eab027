import type { Db } from "@parley/database";
import {
  documentSubject,
  type ErasureKind,
  type LostErasure,
  locationNameSubject,
  locationSubject,
  organizationSubject,
} from "@parley/erasure";
import { deleteDocuments } from "../documents/documents.store.ts";
import { beginRemovals, erasures } from "../erasure/removals.ts";
import { deleteSubtree } from "../folders/folder-tree.store.ts";
import { lockOrganization } from "../organizations/organization-locks.store.ts";
import { deleteOrganizations } from "../organizations/organizations.store.ts";
import { type OlderThan, olderDocuments, olderFolders, olderOrganizations } from "./older-places.store.ts";

/** Deletes again the things that were deleted after the backup from which these tables were restored. */
export async function eraseAgain(tx: Db, { apiKeyId, kind, requestedAtMs, scope }: LostErasure): Promise<void> {
  const [organizationId = ""] = scope.organizationIds;
  if (kind === "location") await erasures.start(tx, { apiKeyId, kind, requestedAtMs, scope, subjects: subjectsOfLocation(scope) });
  else if (await deleteAgain(tx, { apiKeyId, organizationId, requestedAtMs }, kind, scope)) await beginRemovals(tx, apiKeyId);
}

// Returns whether anything existed: things that were added since are kept.
async function deleteAgain(tx: Db, within: OlderThan, kind: ErasureKind, scope: LostErasure["scope"]): Promise<boolean> {
  const { apiKeyId, organizationId } = within;
  if (kind === "organization") return (await deleteOrganizations(tx, apiKeyId, await olderOrganizations(tx, within))).size > 0;
  if (kind === "document") return (await deleteDocuments(tx, within, await olderDocuments(tx, within, scope.documentIds))).size > 0;
  if (!(await lockOrganization(tx, apiKeyId, organizationId))) return false;
  let deleted = 0;
  for (const id of await olderFolders(tx, within, scope.folderIds)) deleted += await deleteSubtree(tx, apiKeyId, organizationId, id);
  return deleted > 0;
}

function subjectsOfLocation({ organizationIds, documentIds, locationIds, locationName }: LostErasure["scope"]): string[][] {
  const location = locationIds.length === 0 ? [locationNameSubject(locationName)] : locationIds.map(locationSubject);
  return location.map((subject) => [...organizationIds.map(organizationSubject), ...documentIds.map(documentSubject), subject]);
}
