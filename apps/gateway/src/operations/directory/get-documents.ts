import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { across, excluding, isOneId, oneId, rule } from "../across-fields.ts";
import { filterIds, id, one, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleTime } from "./directory-fields.ts";
import { fromDocument, storedDocument } from "./document-fields.ts";

export const getDocuments = operation({
  path: "/v2/organizations/documents/get",
  sdk: "documents.list",
  single: { sdk: "documents.retrieve", ids: "documentIds", id: "documentId", needs: ["organizationId"], thing: "document" },
  auth: "apiKey",
  summary: "Read documents of an organization, in the order of their ids.",
  description:
    "With `documentIds` those that exist, with `folderId` those directly in that folder (`root`: those in none), else all. A page has 100 documents " +
    "when `pageSize` is absent, or all of the named ones; it may have fewer than asked for while `nextPageToken` says that more follow. An unknown " +
    "organization or folder is NOT_FOUND.",
  rpc: OrganizationDirectoryService.method.getDocuments,
  request: z
    .strictObject({ organizationId: id(), documentIds: filterIds(), one: one(), folderId: id().optional(), ...paging })
    .refine(
      ({ documentIds, folderId }) => documentIds === undefined || folderId === undefined,
      rule("folderId", "and documentIds exclude each other"),
    )
    .refine(isOneId("documentIds"), rule("one", "needs documentIds with one id"))
    .meta(across(excluding(["documentIds", "folderId"]), oneId("documentIds"))),
  response: z.array(storedDocument),
  message: "Documents retrieved.",
  paged: "pageToken",
  filters: ["documentIds"],
  example: {
    request: { organizationId: "acme", documentIds: ["welcome"] },
    response: [
      {
        id: "welcome",
        documentId: "welcome",
        documentName: "Welcome",
        folderId: "handbook",
        disabled: false,
        createdAt: exampleTime,
        lastUpdated: exampleTime,
      },
    ],
  },
  toRpc: ({ organizationId, documentIds = [], folderId = "", pageSize = 0, pageToken = "" }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentIds,
    folderId,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ documents }) => documents.map(fromDocument),
});
