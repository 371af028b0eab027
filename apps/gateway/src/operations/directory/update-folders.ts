import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { batchOf, byId, id, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { folderItem, toFolderInput } from "./folder-fields.ts";

export const updateFolders = operation({
  path: "/v2/organizations/folders/update",
  sdk: "folders.update",
  auth: "apiKey",
  role: "act",
  summary: "Rename, change or move folders.",
  description:
    "A given key replaces the stored value; null removes it. Another `parentFolderId` moves the folder with everything in it. Items are processed one after the other, and one that would put a folder into itself fails with code `cycle`.",
  rpc: OrganizationDirectoryService.method.updateFolders,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    folders: batchOf(folderItem()).meta({ description: "The folders." }),
  }),
  response: resultsBy("folderId", { id: z.string().meta(texts.itemId) }),
  message: "Folders updated.",
  example: {
    request: { organizationId: "acme", folders: [{ folderId: "archive-2025", folderName: "Archive of 2025", color: null }] },
    response: { "archive-2025": { success: true, id: "archive-2025", message: "The folder was updated." } },
  },
  toRpc: ({ organizationId, folders }, { apiKeyId }) => ({ apiKeyId, organizationId, folders: folders.map(toFolderInput) }),
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
