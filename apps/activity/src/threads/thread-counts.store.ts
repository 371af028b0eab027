import { rowCount } from "@parley/database";
import { annotations, comments } from "../schema.ts";

/** Number of annotations and of comments of an API key. */
export const countAnnotations = rowCount("activity.annotations_count_part", annotations.apiKeyId, [annotations.annotationRef]);
export const countComments = rowCount("activity.comments_count_part", comments.apiKeyId, [comments.annotationRef, comments.commentId]);
