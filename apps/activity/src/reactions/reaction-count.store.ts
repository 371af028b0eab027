import { rowCount } from "@parley/database";
import { reactions } from "../schema.ts";

/** How many reactions an API key has. */
export const countReactions = rowCount("activity.reactions_count_part", reactions.apiKeyId, [
  reactions.annotationRef,
  reactions.commentId,
  reactions.userId,
  reactions.reaction,
]);
