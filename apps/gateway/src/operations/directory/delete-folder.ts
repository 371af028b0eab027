import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { dryRun, dryRunNote } from "../dry-run.ts";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { folderId } from "./directory-fields.ts";

export const deleteFolder = operation({
  path: "/v2/organizations/folders/delete",
  sdk: "folders.delete",
  auth: "apiKey",
  role: "act",
  audited: true,
  advancedQueries: true,
  summary: "Delete a folder with its contents.",
  description: described(
    "Hides the folder with all folders and documents in it as soon as the request returns, and erases everything in them in the background.",
    "A folder that does not exist, or was deleted before, fails with `code: not-found`.",
    "Requires the API key's advanced-queries option; fails with FAILED_PRECONDITION otherwise.",
    dryRunNote,
  ),
  rpc: OrganizationDirectoryService.method.deleteFolder,
  request: z.strictObject({ organizationId: id().meta(texts.organizationId), folderId: folderId().meta(texts.folderId), dryRun: dryRun() }),
  message: "Folder deletion was initiated.",
  errorCode: "not-found",
  example: { request: { organizationId: "acme", folderId: "archive" }, response: null },
  removes: ({ organizationId, folderId }, { apiKeyId }) => ({
    apiKeyId,
    scope: { kind: "folder", organizationIds: [organizationId], folderIds: [folderId] },
  }),
  toRpc: ({ organizationId, folderId }, { apiKeyId }) => ({ apiKeyId, organizationId, folderId }),
});
