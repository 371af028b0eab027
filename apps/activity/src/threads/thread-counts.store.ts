import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { countInParts } from "@parley/runtime";
import { annotations, comments } from "../schema.ts";

// Each scans a unique index and reads no row.
const annotationsPart = statement(
  "activity.annotations_count_part",
  { apiKeyId: annotations.apiKeyId, after: types.bigint, limit: types.bigint },
  { rows: types.integer, last: annotations.annotationRef },
  `with part as materialized (
     select annotation_ref from annotations where api_key_id = $apiKeyId and annotation_ref > $after order by annotation_ref limit $limit
   )
   select count(*)::int as rows, max(annotation_ref) as last from part having count(*) > 0`,
);

/** How many annotations an API key has; no more than `most` are counted. */
export function countAnnotations(db: Db, apiKeyId: string, most: number): Promise<number> {
  return countInParts(0, most, (after, limit) => db.row(annotationsPart, { apiKeyId, after, limit }));
}

const commentsPart = statement(
  "activity.comments_count_part",
  { apiKeyId: comments.apiKeyId, afterAnnotation: types.bigint, afterComment: types.text, limit: types.bigint },
  { rows: types.integer, afterAnnotation: comments.annotationRef, afterComment: comments.commentId },
  `with part as materialized (
     select annotation_ref, comment_id, row_number() over (order by annotation_ref, comment_id) as nth from comments
     where api_key_id = $apiKeyId and (annotation_ref, comment_id) > ($afterAnnotation, $afterComment)
     order by annotation_ref, comment_id limit $limit
   )
   select nth::int as rows, annotation_ref as after_annotation, comment_id as after_comment
   from part where nth = (select max(nth) from part)`,
);

/** How many comments an API key has; no more than `most` are counted. */
export function countComments(db: Db, apiKeyId: string, most: number): Promise<number> {
  return countInParts({ afterAnnotation: 0, afterComment: "" }, most, async (after, limit) => {
    const found = await db.row(commentsPart, { apiKeyId, ...after, limit });
    return found && { rows: found.rows, last: found };
  });
}
