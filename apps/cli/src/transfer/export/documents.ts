import type { DocumentsListItem, Parley } from "@parley/sdk";
import type { TransferRecord } from "../record.ts";

/** A document with its metadata. */
export function documentRecord(organizationId: string, document: DocumentsListItem): TransferRecord {
  const { id: _id, disabled: _disabled, createdAt: _created, lastUpdated: _changed, ...item } = document;
  return { type: "document", at: { organizationId }, item };
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
