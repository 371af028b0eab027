import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { batchOf, byId, id, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { folderItem, toFolderInput } from "./folder-fields.ts";

export const addFolders = operation({
  path: "/v2/organizations/folders/add",
  sdk: "folders.add",
  oneItem: { sdk: "folders.create", items: "folders", item: "folder" },
  auth: "apiKey",
  role: "act",
  summary: "Create or change folders.",
  description: described(
    "Creates folders. A folder that exists is changed as by `/v2/organizations/folders/update`.",
    "Keys other than `folderId`, `folderName` and `parentFolderId` are metadata.",
    "A folder may name another one of the request as its parent, in any order.",
    "`createOrganization` creates the organization if it does not exist.",
  ),
  rpc: OrganizationDirectoryService.method.addFolders,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    folders: batchOf(folderItem()).meta({ description: "The folders." }),
    createOrganization: z.boolean().optional().meta(texts.createOrganization),
  }),
  response: resultsBy("folderId", { id: z.string().meta(texts.itemId) }),
  message: "Folders added.",
  example: {
    request: {
      organizationId: "acme",
      folders: [
        { folderId: "archive", folderName: "Archive" },
        { folderId: "archive-2025", folderName: "2025", parentFolderId: "archive", color: "grey" },
      ],
    },
    response: {
      archive: { success: true, id: "archive", message: "The folder was created." },
      "archive-2025": { success: true, id: "archive-2025", message: "The folder was created." },
    },
  },
  toRpc: ({ organizationId, folders, createOrganization = false }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    folders: folders.map(toFolderInput),
    createOrganization,
  }),
  fromRpc: ({ results }) => byId(results, ({ id }) => ({ id })),
});
