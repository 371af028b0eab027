import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Document, FolderSchema, Location, Organization } from "@parley/contracts/organization-directory";
import { organizationOwnId } from "@parley/kernel";
import type { DocumentRow } from "../documents/document-pages.store.ts";
import type { FolderRow } from "../folders/folders.store.ts";
import type { LocationRow } from "../locations/locations.store.ts";
import type { OrganizationRow } from "../organizations/organizations.store.ts";

// Whole messages, field by field: a page makes up to a thousand of them, and what is one already is not made again on its way. A name that was removed is
// stored as the empty text; no id is empty.

export function organizationMessage(apiKeyId: string, row: OrganizationRow): Organization {
  const message: Organization = {
    $typeName: "parley.organization_directory.v1.Organization",
    organizationId: row.id,
    ownId: organizationOwnId(apiKeyId, row.id),
    disabled: row.disabled,
    metadataJson: row.metadata,
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
  };
  if (row.organizationName) message.organizationName = row.organizationName;
  return message;
}

export function folderMessage(row: FolderRow): MessageInitShape<typeof FolderSchema> {
  const message: MessageInitShape<typeof FolderSchema> = {
    folderId: row.id,
    metadataJson: row.metadata,
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
  };
  if (row.folderName) message.folderName = row.folderName;
  if (row.parentFolderId) message.parentFolderId = row.parentFolderId;
  return message;
}

export function documentMessage(row: DocumentRow): Document {
  const message: Document = {
    $typeName: "parley.organization_directory.v1.Document",
    documentId: row.id,
    disabled: row.disabled,
    metadataJson: row.metadata,
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
  };
  if (row.documentName) message.documentName = row.documentName;
  if (row.folderId) message.folderId = row.folderId;
  return message;
}

export function locationMessage(row: LocationRow): Location {
  const message: Location = {
    $typeName: "parley.organization_directory.v1.Location",
    locationId: row.id,
    metadataJson: row.metadata,
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
  };
  if (row.locationName) message.locationName = row.locationName;
  return message;
}
