import { rowCount } from "@parley/database";
import { folders } from "../schema.ts";

/** How many folders an API key has. */
export const countFolders = rowCount("directory.folders_count_part", folders.apiKeyId, [folders.folderRef]);
