import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { rootFolderId } from "@parley/kernel";
import * as z from "zod";
import { exclusive, filled, on, withRules } from "../field-rules.ts";
import { id, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { documentFilters, filtersSentence, toFilters } from "./document-fields.ts";

export const countDocuments = operation({
  path: "/v2/organizations/documents/count/get",
  sdk: "documents.count",
  auth: "apiKey",
  role: "read",
  isCostly: true,
  summary: "Count documents of an organization.",
  description: described(
    "Counts all documents of the organization, with `folderId` those directly in that folder, with `excludeFolderDocs` those in no folder.",
    filtersSentence,
    "Counting ends after a million documents: `hasMore` is then true, and the count is a lower bound.",
    "An unknown organization or folder is NOT_FOUND.",
  ),
  rpc: OrganizationDirectoryService.method.countDocuments,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      folderId: id().optional().meta(texts.folderId),
      excludeFolderDocs: z.boolean().optional().meta({
        description: "Counts only documents that are in no folder, or with `folderId` only those directly in it, as without.",
      }),
      filters: documentFilters(),
    }),
    exclusive(on("excludeFolderDocs"), filled("filters")),
  ),
  response: z.object({
    count: wholeNumber().meta({ description: "The number of documents." }),
    hasMore: z.boolean().meta({ description: "Whether there may be more." }),
    filtersApplied: z.boolean().optional().meta({ description: "With `filters`: true, because they are always applied." }),
  }),
  message: "Documents counted.",
  example: { request: { organizationId: "acme" }, response: { count: 3, hasMore: false } },
  toRpc: ({ organizationId, folderId, excludeFolderDocs = false, filters }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    folderId: folderId ?? (excludeFolderDocs ? rootFolderId : ""),
    filters: toFilters(filters),
  }),
  fromRpc: ({ count, hasMore }, { filters = [] }) => ({ count, hasMore, ...(filters.length === 0 ? {} : { filtersApplied: true }) }),
});
