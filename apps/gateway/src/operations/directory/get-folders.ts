import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { rootFolderId } from "@parley/kernel";
import * as z from "zod";
import { excludes, exclusive, on, oneId, withRules } from "../field-rules.ts";
import { filterIds, id, one, paging, searchText } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { exampleTime } from "./directory-fields.ts";
import { fromFolder, storedFolder } from "./folder-fields.ts";

export const getFolders = operation({
  path: "/v2/organizations/folders/get",
  sdk: "folders.list",
  single: { sdk: "folders.retrieve", ids: "folderIds", id: "folderId", needs: ["organizationId"], takes: ["maxDepth"], thing: "folder" },
  auth: "apiKey",
  role: "read",
  summary: "List folders of an organization.",
  description: described(
    "Returns folders in the order of their ids: with `folderId` that folder, with `folderIds` those that exist, with `parentFolderId` those directly in that folder, else those in no other. Each has `maxDepth` levels of the folders below it (1 by default).",
    "`search` finds folders at any level whose name starts with the text (ignoring case) and the one whose id equals it, in the order of their names.",
    "A response has at most 5,000 folders below those of the page.",
    "A page has 100 folders of the top level by default, or all named ones.",
    "An unknown organization, folder or parent is NOT_FOUND.",
  ),
  rpc: OrganizationDirectoryService.method.getFolders,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      folderId: id().optional().meta(texts.folderId),
      folderIds: filterIds().meta({ description: "Ids of folders." }),
      one: one(),
      parentFolderId: id().optional().meta({ description: "Id of the folder above it." }),
      rootFoldersOnly: z.boolean().optional().meta({
        description: "Only the folders in no other, without those below them unless `maxDepth` asks for them.",
      }),
      search: searchText("The beginning of the name, or the whole id.").optional(),
      maxDepth: z.number().int().min(0).max(10).optional().meta({ description: "Number of folder levels returned below each folder." }),
      ...paging,
    }),
    excludes("folderId", ["folderIds", "parentFolderId"]),
    exclusive("parentFolderId", "folderIds"),
    excludes(on("rootFoldersOnly"), ["folderId", "folderIds", "parentFolderId", "search"]),
    excludes("search", ["folderId", "folderIds", "parentFolderId"]),
    oneId("folderIds"),
  ),
  response: z.array(storedFolder),
  message: "Folders retrieved.",
  paged: true,
  filters: ["folderIds"],
  example: {
    request: { organizationId: "acme", parentFolderId: "handbook" },
    response: [
      {
        folderId: "handbook-drafts",
        folderName: "Drafts",
        parentFolderId: "handbook",
        ancestors: ["root", "handbook"],
        subFolders: [],
        createdAt: exampleTime,
        lastUpdated: exampleTime,
      },
    ],
  },
  toRpc: (
    { organizationId, folderId = "", folderIds = [], parentFolderId, search = "", pageSize = 0, pageToken = "", ...levels },
    { apiKeyId },
  ) => ({
    apiKeyId,
    organizationId,
    folderId,
    folderIds,
    // Without a filter, list the folders at the top level.
    parentFolderId: parentFolderId ?? (folderId === "" && folderIds.length === 0 && search === "" ? rootFolderId : ""),
    search,
    maxDepth: levels.maxDepth ?? (levels.rootFoldersOnly ? 0 : 1),
    pageSize,
    pageToken,
  }),
  fromRpc: ({ folders }) => folders.map(fromFolder),
});
