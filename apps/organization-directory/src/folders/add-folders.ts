import type { Context, Handler } from "../context.ts";
import { createMissingOrganizations } from "../organizations/create-missing-organizations.ts";
import { changeFolders, folderChanges } from "./change-folders.ts";

export const addFolders = (context: Context): Handler<"addFolders"> => {
  return async ({ apiKeyId, organizationId, folders, createOrganization }) => {
    const changes = folderChanges(folders);
    await context.limits.folders.prepare(apiKeyId, changes.length);
    if (createOrganization) await createMissingOrganizations(context, apiKeyId, [organizationId]);
    return { results: await changeFolders(context, { apiKeyId, organizationId, changes, create: true }) };
  };
};
