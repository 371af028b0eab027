import type { Db } from "@parley/database";
import type { Erasure } from "@parley/erasure";
import { insertMarkers, type Marker } from "./markers.store.ts";

/**
 * Informs readers of the feed that an erasure has started: which places are deleted, or that users' data is deleted. It never names a user.
 */
export async function tellRemoval(tx: Db, erasure: Erasure): Promise<void> {
  await insertMarkers(tx, erasure.apiKeyId, erasure.jobId, markersOf(erasure));
}

function markersOf({ kind, scope }: Erasure): Marker[] {
  const { organizationIds, folderIds, documentIds, locationIds } = scope;
  const marker = (actionType: string, place: Partial<Marker>): Marker => ({
    actionType,
    organizationId: organizationIds[0] ?? null,
    folderId: null,
    documentId: null,
    locationId: null,
    ...place,
  });
  switch (kind) {
    case "user":
      // An erasure of users in all organizations names no organization.
      return organizationIds.length === 0
        ? [marker("removal.start", {})]
        : organizationIds.map((organizationId) => marker("removal.start", { organizationId }));
    case "organization":
      return [marker("organization.delete", {})];
    case "folder":
      return folderIds.map((folderId) => marker("folder.delete", { folderId }));
    case "document":
      return documentIds.map((documentId) => marker("document.delete", { documentId }));
    case "location": {
      const ids = locationIds.length > 0 ? locationIds : [null];
      return documentIds.flatMap((documentId) => ids.map((locationId) => marker("location.delete", { documentId, locationId })));
    }
    // The readers of an API key end with the key, so that nobody would read a marker.
    case "apiKey":
      return [];
  }
}
