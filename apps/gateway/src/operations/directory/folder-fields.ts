import type { Folder } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { withMetadata } from "../fields.ts";
import { changedName, folderId, fromStored, inFolder, storedKeys, storedName, toFolder, toName } from "./directory-fields.ts";

/** A folder to be stored: metadata stands beside its id, name and parent. */
export const folderItem = () => withMetadata({ folderId: folderId(), folderName: changedName(), parentFolderId: inFolder() });

export function toFolderInput({ folderId, folderName, parentFolderId, metadata }: z.output<ReturnType<typeof folderItem>>) {
  return {
    folderId,
    ...toName("folderName", folderName),
    parentFolderId: toFolder(parentFolderId),
    metadataJson: JSON.stringify(metadata),
  };
}

/** A folder as it is read. */
export const storedFolder = z.object({
  folderId: z.string(),
  folderName: storedName(),
  parentFolderId: z.string().nullable().meta({ description: "null: it is in no other folder." }),
  ...storedKeys,
});

export function fromFolder(folder: Folder): z.output<typeof storedFolder> {
  const { folderId, folderName = null, parentFolderId = null } = folder;
  return { folderId, folderName, parentFolderId, ...fromStored(folder) };
}
