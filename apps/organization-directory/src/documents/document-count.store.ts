import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { countInParts } from "@parley/runtime";
import { documents } from "../schema.ts";

// The primary key alone: no row is read.
const part = statement(
  "directory.documents_count_part",
  { apiKeyId: documents.apiKeyId, afterOrganization: types.bigint, afterDocument: types.text, limit: types.bigint },
  { rows: types.integer, afterOrganization: documents.organizationRef, afterDocument: documents.documentId },
  `with part as materialized (
     select organization_ref, document_id, row_number() over (order by organization_ref, document_id) as nth from documents
     where api_key_id = $apiKeyId and (organization_ref, document_id) > ($afterOrganization, $afterDocument)
     order by organization_ref, document_id limit $limit
   )
   select nth::int as rows, organization_ref as after_organization, document_id as after_document
   from part where nth = (select max(nth) from part)`,
);

/** How many documents an API key has, including those waiting for erasure; no more than `most` are counted. */
export function countDocuments(db: Db, apiKeyId: string, most: number): Promise<number> {
  return countInParts({ afterOrganization: 0, afterDocument: "" }, most, async (after, limit) => {
    const found = await db.row(part, { apiKeyId, ...after, limit });
    return found && { rows: found.rows, last: found };
  });
}
