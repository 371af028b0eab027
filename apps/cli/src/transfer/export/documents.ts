import type { DocumentsListItem, Parley } from "@parley/sdk";
import type { TransferRecord } from "../record.ts";

/** A document with its metadata. */
export function documentRecord(organizationId: string, document: DocumentsListItem): TransferRecord {
  const { id: _id, disabled: _disabled, accessType: _access, createdAt: _created, lastUpdated: _changed, ...item } = document;
  return { type: "document", at: { organizationId }, item };
}

/** This record follows that of the document, whose users may be fewer than the API key's default lets in. */
export function documentAccessRecord(organizationId: string, { documentId, accessType }: DocumentsListItem): TransferRecord[] {
  return accessType === undefined ? [] : [{ type: "document-access", at: { organizationId, accessType }, item: { documentId } }];
}

/** This record comes last, because a disabled document accepts nothing. */
export function closedDocumentRecord(organizationId: string, { documentId, disabled }: DocumentsListItem): TransferRecord[] {
  return disabled ? [{ type: "closed-document", at: { organizationId }, item: { documentId } }] : [];
}

interface Place {
  readonly organizationId: string;
  readonly documentId: string;
}

export async function locationRecords(parley: Parley, { organizationId, documentId }: Place): Promise<TransferRecord[]> {
  const records: TransferRecord[] = [];
  for await (const location of parley.locations.list({ organizationId, documentId, pageSize: 1_000 })) {
    const { createdAt: _created, lastUpdated: _changed, ...item } = location;
    records.push({ type: "location", at: { organizationId, documentId }, item });
  }
  return records;
}
