import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { id, ids } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";

export const moveDocuments = operation({
  path: "/v1/organizations/documents/move",
  sdk: "documents.move",
  auth: "apiKey",
  role: "act",
  summary: "Move documents into a folder.",
  description:
    "Moves all documents or none: if the folder or a document does not exist, nothing is moved and NOT_FOUND names it. `folderId: root` takes documents out of their folders.",
  rpc: OrganizationDirectoryService.method.moveDocuments,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentIds: ids().meta(texts.documentIds),
    folderId: id().meta(texts.folderId),
  }),
  resultShape: "none",
  message: "Documents moved.",
  example: { request: { organizationId: "acme", documentIds: ["forecast"], folderId: "handbook-drafts" }, response: null },
  toRpc: ({ organizationId, documentIds, folderId }, { apiKeyId }) => ({ apiKeyId, organizationId, documentIds, folderId }),
});
