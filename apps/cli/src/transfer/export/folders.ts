import type { Folder, Parley } from "@parley/sdk";
import type { TransferRecord } from "../record.ts";
import { userRecord } from "./people.ts";

/** A folder with its users and everything below it: parents before children. */
export async function folderRecords(parley: Parley, organizationId: string, folder: Folder): Promise<TransferRecord[]> {
  const {
    ancestors: _ancestors,
    subFolders: _sub,
    mayHaveMoreSubFolders: _more,
    accessType,
    inheritFromParent,
    createdAt: _created,
    lastUpdated: _changed,
    ...own
  } = folder;
  const { parentFolderId, ...rest } = own;
  const { folderId } = folder;
  const item = parentFolderId === "root" ? rest : own;
  const records: TransferRecord[] = [{ type: "folder", at: { organizationId }, item }];
  const access = { folderIds: [folderId], accessType, inheritFromParent };
  if (accessType !== undefined) records.push({ type: "folder-access", at: { organizationId }, item: access });
  for await (const user of parley.users.list({ organizationId, folderId, pageSize: 1_000 })) {
    records.push(userRecord({ organizationId, folderId }, user));
  }
  for await (const child of parley.folders.list({ organizationId, parentFolderId: folderId, maxDepth: 0, pageSize: 1_000 })) {
    records.push(...(await folderRecords(parley, organizationId, child)));
  }
  return records;
}
