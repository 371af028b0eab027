import type { Parley } from "@parley/sdk";
import type { TransferRecord } from "../record.ts";
import { closedDocumentRecord, documentAccessRecord, documentRecord, locationRecords } from "./documents.ts";
import { folderRecords } from "./folders.ts";
import { groupRecords, userRecord } from "./people.ts";
import { activityRecords, notificationRecord, recordingRecord, threadRecord } from "./threads.ts";

/** One page of an export. */
interface ExportedPage {
  readonly records: readonly TransferRecord[];
  readonly nextPageToken: string | null;
}

/** A part of an organization, read page by page. The same token returns the same page as long as nothing changes. */
type Collection = (parley: Parley, organizationId: string, pageToken: string | undefined) => Promise<ExportedPage>;

const pageSize = 500;

/** The parts of an organization, in the order in which an import needs them. */
export const collections: readonly Collection[] = [
  folders,
  documents,
  locations,
  users,
  usersOfDocuments,
  groups,
  threads,
  recordings,
  activities,
  notifications,
  closedDocuments,
];

async function folders(parley: Parley, organizationId: string, pageToken: string | undefined): Promise<ExportedPage> {
  const { data, nextPageToken } = await parley.folders.list({ organizationId, maxDepth: 0, pageSize, pageToken });
  const records: TransferRecord[] = [];
  for (const folder of data) records.push(...(await folderRecords(parley, organizationId, folder)));
  return { records, nextPageToken };
}

async function documents(parley: Parley, organizationId: string, pageToken: string | undefined): Promise<ExportedPage> {
  const { data, nextPageToken } = await parley.documents.list({ organizationId, pageSize, pageToken });
  const records = data.map((document) => documentRecord(organizationId, document));
  return { records: [...records, ...data.flatMap((document) => documentAccessRecord(organizationId, document))], nextPageToken };
}

async function locations(parley: Parley, organizationId: string, pageToken: string | undefined): Promise<ExportedPage> {
  const { data, nextPageToken } = await parley.documents.list({ organizationId, pageSize, pageToken });
  const found = await Promise.all(data.map(({ documentId }) => locationRecords(parley, { organizationId, documentId })));
  return { records: found.flat(), nextPageToken };
}

async function users(parley: Parley, organizationId: string, pageToken: string | undefined): Promise<ExportedPage> {
  const { data, nextPageToken } = await parley.users.list({ organizationId, pageSize, pageToken });
  return { records: data.map((user) => userRecord({ organizationId }, user)), nextPageToken };
}

async function usersOfDocuments(parley: Parley, organizationId: string, pageToken: string | undefined): Promise<ExportedPage> {
  const { data, nextPageToken } = await parley.users.listByDocument({ organizationId, pageSize, pageToken });
  const records = Object.entries(data).flatMap(([documentId, people]) =>
    people.map((person) => userRecord({ organizationId, documentId }, person)),
  );
  return { records, nextPageToken };
}

async function groups(parley: Parley, organizationId: string, pageToken: string | undefined): Promise<ExportedPage> {
  const { data, nextPageToken } = await parley.groups.list({ organizationId, pageSize, pageToken });
  const found = await Promise.all(data.map((group) => groupRecords(parley, organizationId, group)));
  // Groups before their members: records of one type must be adjacent.
  return { records: found.flat().sort((left, right) => Number(left.type === "member") - Number(right.type === "member")), nextPageToken };
}

async function threads(parley: Parley, organizationId: string, pageToken: string | undefined): Promise<ExportedPage> {
  const { data, nextPageToken } = await parley.threads.list({ organizationId, usersAsGiven: true, pageSize, pageToken });
  return { records: data.map(threadRecord), nextPageToken };
}

async function recordings(parley: Parley, organizationId: string, pageToken: string | undefined): Promise<ExportedPage> {
  const { data, nextPageToken } = await parley.recordings.list({ organizationId, pageSize, pageToken });
  return { records: data.map(recordingRecord), nextPageToken };
}

async function activities(parley: Parley, organizationId: string, pageToken: string | undefined): Promise<ExportedPage> {
  const { data, nextPageToken } = await parley.activities.list({ organizationId, usersAsGiven: true, pageSize, pageToken });
  return { records: activityRecords(data), nextPageToken };
}

async function notifications(parley: Parley, organizationId: string, pageToken: string | undefined): Promise<ExportedPage> {
  // Every notification belongs to a document, so the pages follow the documents.
  const { data, nextPageToken } = await parley.documents.list({ organizationId, pageSize, pageToken });
  const records: TransferRecord[] = [];
  for (const { documentId } of data) {
    for await (const notification of parley.notifications.list({ organizationId, documentId, pageSize }))
      records.push(notificationRecord(notification));
  }
  return { records, nextPageToken };
}

async function closedDocuments(parley: Parley, organizationId: string, pageToken: string | undefined): Promise<ExportedPage> {
  const { data, nextPageToken } = await parley.documents.list({ organizationId, pageSize, pageToken });
  return { records: data.flatMap((document) => closedDocumentRecord(organizationId, document)), nextPageToken };
}
