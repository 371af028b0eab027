import { rowCount } from "@parley/database";
import { reactions } from "../schema.ts";

/** Number of reactions of an API key. */
export const countReactions = rowCount("activity.reactions_count_part", reactions.apiKeyId, [
  reactions.annotationRef,
  reactions.commentId,
  reactions.userId,
  reactions.reaction,
]);
