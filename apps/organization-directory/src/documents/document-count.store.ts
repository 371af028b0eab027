import { rowCount } from "@parley/database";
import { documents } from "../schema.ts";

/** How many documents an API key has, including those waiting for erasure. */
export const countDocuments = rowCount("directory.documents_count_part", documents.apiKeyId, [
  documents.organizationRef,
  documents.documentId,
]);
