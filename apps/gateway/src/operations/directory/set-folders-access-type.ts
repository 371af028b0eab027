import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { byId, id, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { accessType, accessTypesSentence } from "./access-fields.ts";

export const setFoldersAccessType = operation({
  path: "/v2/organizations/folders/access/update",
  sdk: "folders.setAccessType",
  auth: "apiKey",
  role: "act",
  summary: "Set which users may enter folders' documents.",
  description: described(
    "The type counts for the documents in these folders, and in the folders below them, that have no type of their own and no nearer folder with one.",
    accessTypesSentence,
    "With `inheritFromParent` the type of a folder above counts, and `accessType` only where none above has one.",
    "A change takes effect within five seconds. An unknown folder fails with code `not_found`.",
  ),
  rpc: OrganizationDirectoryService.method.setFoldersAccessType,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    folderIds: ids().meta({ description: "Ids of folders." }),
    accessType: accessType().meta({ description: "Which users may enter the documents." }),
    inheritFromParent: z.boolean().optional().meta({ description: "Whether the type of a folder above counts before this one." }),
  }),
  response: resultsBy("folderId", {
    accessType: accessType().optional().meta({ description: "The type that was set; absent after a failure." }),
  }),
  message: "Access type of folders updated.",
  example: {
    request: { organizationId: "acme", folderIds: ["handbook"], accessType: "organizationPrivate" },
    response: {
      handbook: { success: true, accessType: "organizationPrivate", message: "The access type of the folder is organizationPrivate." },
    },
  },
  toRpc: ({ organizationId, folderIds, accessType: type, inheritFromParent = false }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    folderIds,
    accessType: type,
    inheritsAccess: inheritFromParent,
  }),
  fromRpc: ({ results }, data) => byId(results, ({ success }) => (success ? { accessType: data.accessType } : {})),
});
