import type { AccessType, Folder } from "@parley/contracts/organization-directory";
import { rootFolderId } from "@parley/kernel";
import * as z from "zod";
import { withMetadata } from "../fields.ts";
import { texts } from "../texts.ts";
import { accessType, fromAccessType } from "./access-fields.ts";
import { changedName, folderId, fromStored, inFolder, reservedKeys, storedKeys, storedName, toFolder, toName } from "./directory-fields.ts";

/** A folder in a request, with its metadata next to id, name and parent. */
export const folderItem = () =>
  withMetadata(
    { folderId: folderId().meta(texts.folderId), folderName: changedName(), parentFolderId: inFolder() },
    reservedKeys("ancestors", "subFolders", "accessType", "inheritFromParent", "mayHaveMoreSubFolders"),
  ).meta({ title: "FolderInput" });

export function toFolderInput({ folderId, folderName, parentFolderId, metadata }: z.output<ReturnType<typeof folderItem>>) {
  return {
    folderId,
    ...toName("folderName", folderName),
    parentFolderId: toFolder(parentFolderId),
    metadataJson: JSON.stringify(metadata),
  };
}

/** A folder in a response. */
interface StoredFolder {
  [custom: string]: unknown;
  folderId: string;
  folderName?: string | undefined;
  parentFolderId: string;
  ancestors: string[];
  accessType?: AccessType | undefined;
  inheritFromParent?: boolean | undefined;
  subFolders?: StoredFolder[] | undefined;
  mayHaveMoreSubFolders?: boolean | undefined;
  createdAt: number;
  lastUpdated: number;
}

export const storedFolder: z.ZodType<StoredFolder> = z
  .looseObject({
    folderId: z.string().meta(texts.folderId),
    folderName: storedName().meta({ description: "Name of the folder; absent if it has none." }),
    parentFolderId: z.string().meta({ description: "`root` for a folder at the top level." }),
    ancestors: z.array(z.string()).meta({ description: "Its ancestors, starting with `root`." }),
    accessType: accessType().optional().meta({
      description:
        "Which users may enter its documents that have no type of their own; absent if that follows from the folders above it, or from the API key.",
    }),
    inheritFromParent: z
      .boolean()
      .optional()
      .meta({ description: "Whether the type of a folder above counts before its own; absent if not." }),
    get subFolders() {
      return z.array(storedFolder).optional().meta({ description: "The folders directly in it; absent at the lowest requested level." });
    },
    mayHaveMoreSubFolders: z
      .boolean()
      .optional()
      .meta({ description: "The response was too large to include all `subFolders`; request them with `parentFolderId`." }),
    ...storedKeys,
  })
  .meta({ title: "Folder" });

export function fromFolder(folder: Folder): StoredFolder {
  return fromFolderBelow(folder, [rootFolderId, ...folder.ancestorIds]);
}

function fromFolderBelow(folder: Folder, ancestors: string[]): StoredFolder {
  const { folderId, folderName, subFolders, showsSubFolders, mayHaveMoreSubFolders } = folder;
  const below = [...ancestors, folderId];
  const known = {
    folderId,
    folderName,
    parentFolderId: ancestors.at(-1) ?? rootFolderId,
    ancestors,
    ...fromAccessType(folder),
    ...(folder.inheritsAccess ? { inheritFromParent: true } : {}),
    ...(showsSubFolders ? { subFolders: subFolders.map((each) => fromFolderBelow(each, below)) } : {}),
    ...(mayHaveMoreSubFolders ? { mayHaveMoreSubFolders } : {}),
  };
  return fromStored(known, folder);
}
