import type { MessageInitShape } from "@bufbuild/protobuf";
import type { FolderSchema } from "@parley/contracts/organization-directory";
import type { Db } from "@parley/database";
import { bytesOfRow, PageBytes } from "@parley/kernel";
import type { FolderWithPath } from "./folder-paths.ts";
import type { FolderRow } from "./folders.store.ts";
import { type SubFolderRow, selectSubFolders } from "./sub-folders.store.ts";

// Most sub-folders in one response, in addition to the page itself.
const maxSubFolders = 5_000;

interface Place {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

type FolderInit = MessageInitShape<typeof FolderSchema> & { readonly folderId: string };

/** Folders as messages with this many levels of sub-folders, as far as they fit into a response. */
export async function folderTrees(db: Db, place: Place, rows: readonly FolderWithPath[], maxDepth: number): Promise<FolderInit[]> {
  const trees: FolderInit[] = rows.map((row) => ({ ...message(row), ancestorIds: [...row.ancestorIds] }));
  const room = { folders: maxSubFolders, bytes: new PageBytes() };
  let level = trees;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) level = await fillLevel(db, place, level, room);
  return trees;
}

interface Room {
  folders: number;
  readonly bytes: PageBytes;
}

/** Adds the sub-folders to each folder, and returns them. */
async function fillLevel(db: Db, place: Place, folders: readonly FolderInit[], room: Room): Promise<FolderInit[]> {
  const parentIds = folders.map(({ folderId }) => folderId);
  const found = room.folders <= 0 ? undefined : await selectSubFolders(db, { ...place, parentIds, limit: room.folders + 1 });
  const shown = takeFitting(found ?? [], room);
  const below = Map.groupBy(shown, ({ parentFolderId }) => parentFolderId);
  const isCut = found === undefined || shown.length < found.length;
  return folders.flatMap((folder) => {
    const subFolders = (below.get(folder.folderId) ?? []).sort(byId).map(message);
    Object.assign(folder, { subFolders, showsSubFolders: true, mayHaveMoreSubFolders: isCut });
    return subFolders;
  });
}

function takeFitting(rows: readonly SubFolderRow[], room: Room): SubFolderRow[] {
  const shown: SubFolderRow[] = [];
  for (const row of rows) {
    if (room.folders === 0 || !room.bytes.admits(bytesOfRow(row))) break;
    room.folders--;
    shown.push(row);
  }
  if (shown.length < rows.length) room.folders = 0;
  return shown;
}

function byId(a: FolderRow, b: FolderRow): number {
  return Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));
}

function message(row: FolderRow): FolderInit {
  return { ...folderMessage(row), folderId: row.id };
}

function folderMessage(row: FolderRow): MessageInitShape<typeof FolderSchema> {
  const message: MessageInitShape<typeof FolderSchema> = {
    folderId: row.id,
    metadataJson: row.metadata,
    accessType: row.accessType,
    inheritsAccess: row.inheritsAccess,
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
  };
  if (row.folderName) message.folderName = row.folderName;
  if (row.parentFolderId) message.parentFolderId = row.parentFolderId;
  return message;
}
