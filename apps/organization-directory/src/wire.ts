import { organizationOwnId } from "@parley/kernel";
import type { DocumentRow } from "./store/document-pages.ts";
import type { FolderRow } from "./store/folders.ts";
import type { LocationRow } from "./store/locations.ts";
import type { OrganizationRow } from "./store/organizations.ts";

export function organizationMessage(apiKeyId: string, { id, organizationName, ...row }: OrganizationRow) {
  return {
    organizationId: id,
    ownId: organizationOwnId(apiKeyId, id),
    ...named("organizationName", organizationName),
    ...stored(row),
    disabled: row.disabled,
  };
}

export function folderMessage({ id, folderName, parentFolderId, ...row }: FolderRow) {
  return { folderId: id, ...named("folderName", folderName), ...named("parentFolderId", parentFolderId), ...stored(row) };
}

export function documentMessage({ id, documentName, folderId, ...row }: DocumentRow) {
  return { documentId: id, ...named("documentName", documentName), ...named("folderId", folderId), ...stored(row), disabled: row.disabled };
}

export function locationMessage({ id, locationName, ...row }: LocationRow) {
  return { locationId: id, ...named("locationName", locationName), ...stored(row) };
}

function stored({ metadata, createdAtMs, updatedAtMs }: { metadata: string; createdAtMs: number; updatedAtMs: number }) {
  return { metadataJson: metadata, createdAtMs: BigInt(createdAtMs), updatedAtMs: BigInt(updatedAtMs) };
}

// A name that was removed is stored as the empty text; no id is empty.
function named<Key extends string>(key: Key, value: string | null): { [K in Key]?: string } {
  return value ? ({ [key]: value } as { [K in Key]: string }) : {};
}
