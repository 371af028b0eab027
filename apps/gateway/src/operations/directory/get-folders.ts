import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { id, ids, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleTime } from "./directory-fields.ts";
import { fromFolder, storedFolder } from "./folder-fields.ts";

export const getFolders = operation({
  path: "/v2/organizations/folders/get",
  sdk: "folders.list",
  auth: "apiKey",
  summary: "Read folders of an organization, in the order of their ids.",
  description:
    "With `folderIds` those that exist, with `parentFolderId` those directly in that folder (`root`: those in no other), else all. A page has 100 " +
    "folders when `pageSize` is absent, or all of the named ones. An unknown organization or parent is NOT_FOUND.",
  rpc: OrganizationDirectoryService.method.getFolders,
  request: z
    .strictObject({ organizationId: id(), folderIds: ids().optional(), parentFolderId: id().optional(), ...paging })
    .refine(({ folderIds, parentFolderId }) => folderIds === undefined || parentFolderId === undefined, {
      path: ["parentFolderId"],
      message: "and folderIds exclude each other",
    }),
  response: z.array(storedFolder),
  message: "Folders retrieved.",
  paged: true,
  example: {
    request: { organizationId: "acme", parentFolderId: "handbook" },
    response: [
      {
        folderId: "handbook-drafts",
        folderName: "Drafts",
        parentFolderId: "handbook",
        createdAt: exampleTime,
        updatedAt: exampleTime,
        metadata: {},
      },
    ],
  },
  toRpc: ({ organizationId, folderIds = [], parentFolderId = "", pageSize = 0, pageToken = "" }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    folderIds,
    parentFolderId,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ folders }) => folders.map(fromFolder),
});
