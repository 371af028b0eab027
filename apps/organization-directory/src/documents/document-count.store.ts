import { rowCount } from "@parley/database";
import { documents } from "../schema.ts";

/** The number of documents of an API key, including those that wait for erasure. */
export const countDocuments = rowCount("directory.documents_count_part", documents.apiKeyId, [
  documents.organizationRef,
  documents.documentId,
]);
