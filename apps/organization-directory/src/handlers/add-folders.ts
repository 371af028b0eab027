import { changeFolders, folderChanges } from "../change-folders.ts";
import type { Context, Handler } from "../context.ts";

export const addFolders = (context: Context): Handler<"addFolders"> => {
  return async ({ apiKeyId, organizationId, folders }) => ({
    results: await changeFolders(context, { apiKeyId, organizationId, changes: folderChanges(folders), create: true }),
  });
};
