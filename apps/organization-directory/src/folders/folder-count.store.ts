import { rowCount } from "@parley/database";
import { folders } from "../schema.ts";

/** The number of folders of an API key. */
export const countFolders = rowCount("directory.folders_count_part", folders.apiKeyId, [folders.folderRef]);
