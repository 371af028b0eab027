import { shortened } from "@parley/kernel";
import { storedResult } from "../batches/results.ts";
import { changeThings } from "../batches/store-changes.ts";
import type { Context, Handler } from "../context.ts";
import { changeFolders, folderChanges } from "./change-folders.ts";
import { updateFolders as updateRows } from "./folders.store.ts";

export const updateFolders = (context: Context): Handler<"updateFolders"> => {
  return async ({ apiKeyId, organizationId, folders }) => {
    const changes = folderChanges(folders);
    if (changes.some(({ parentId }) => parentId !== null)) {
      return { results: await changeFolders(context, { apiKeyId, organizationId, changes, create: false }) };
    }
    // If no folder is moved, one statement is enough, and it need not wait for other moves.
    const { database, limits } = context;
    const outcomes = await changeThings(changes, limits.metadataBytes, (items) =>
      updateRows(database, apiKeyId, organizationId, items, limits.metadataBytes),
    );
    const { metadataBytes, folders: quota } = limits;
    const words = { thing: "folder", within: ` in the organization ${shortened(organizationId)}`, metadataBytes, quota };
    return { results: changes.map(({ id }) => storedResult(id, outcomes.get(id) ?? "not_found", words)) };
  };
};
