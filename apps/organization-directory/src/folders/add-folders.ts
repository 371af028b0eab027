import type { Context, Handler } from "../context.ts";
import { createOrganizations } from "../places/places.store.ts";
import { changeFolders, folderChanges } from "./change-folders.ts";

export const addFolders = (context: Context): Handler<"addFolders"> => {
  return async ({ apiKeyId, organizationId, folders, createOrganization }) => {
    const changes = folderChanges(folders);
    if (createOrganization) await createOrganizations(context.database, apiKeyId, [organizationId]);
    return { results: await changeFolders(context, { apiKeyId, organizationId, changes, create: true }) };
  };
};
