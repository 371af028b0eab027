import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { comments } from "../schema.ts";

// Reads one range of the comments' primary key for each annotation.
const select = statement(
  "activity.annotation_authors",
  { apiKeyId: comments.apiKeyId, annotationRefs: listOf(types.bigint) },
  { annotationRef: types.bigint, authorId: comments.authorId },
  sql`select i.ref as annotation_ref, c.${comments.authorId}
   from unnest($annotationRefs::bigint[]) as i (ref)
   cross join lateral (
     select ${comments.authorId} from ${comments} where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = i.ref
     order by ${comments.createdAtMs}, ${comments.position} limit 1) c`,
);

/** The author of each annotation is the author of its first comment. An annotation without comments has no author. */
export async function authorsOf(
  db: Db,
  apiKeyId: string,
  annotations: Iterable<{ readonly annotationRef: number }>,
): Promise<ReadonlyMap<number, string>> {
  const annotationRefs = [...annotations].map(({ annotationRef }) => annotationRef);
  const rows = await db.rows(select, { apiKeyId, annotationRefs });
  return new Map(rows.map(({ annotationRef, authorId }) => [annotationRef, authorId]));
}
