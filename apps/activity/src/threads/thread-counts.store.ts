import { rowCount } from "@parley/database";
import { annotations, comments } from "../schema.ts";

/** How many annotations an API key has, and how many comments. */
export const countAnnotations = rowCount("activity.annotations_count_part", annotations.apiKeyId, [annotations.annotationRef]);
export const countComments = rowCount("activity.comments_count_part", comments.apiKeyId, [comments.annotationRef, comments.commentId]);
