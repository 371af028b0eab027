import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { folderId } from "./directory-fields.ts";

/** Operation 13. */
export const deleteFolder = operation({
  path: "/v2/organizations/folders/delete",
  sdk: "folders.delete",
  auth: "apiKey",
  advancedQueries: true,
  summary: "Delete a folder with all folders and documents in it.",
  description:
    "They are invisible from the answer on; what belongs to them is removed afterwards. A folder that does not exist, so also one that was deleted " +
    "before, is answered with `code: not-found`. Needs the advanced queries option of the API key, else FAILED_PRECONDITION.",
  rpc: OrganizationDirectoryService.method.deleteFolder,
  request: z.strictObject({ organizationId: id(), folderId: folderId() }),
  message: "Folder deletion was initiated.",
  errorCode: "not-found",
  example: { request: { organizationId: "acme", folderId: "archive" }, response: null },
  toRpc: (place, { apiKeyId }) => ({ apiKeyId, ...place }),
});
