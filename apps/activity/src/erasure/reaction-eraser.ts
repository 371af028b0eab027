import { type Eraser, rowReader } from "@parley/erasure";
import { reactions } from "../schema.ts";
import { eraseReactions } from "./erase-comments.store.ts";
import { lockThreads } from "./erase-threads.store.ts";
import { userSources } from "./sources.ts";

const read = rowReader("activity", "erase_reactions_find", userSources.reactions, {
  annotationRef: reactions.annotationRef,
  userId: reactions.userId,
});

/** Removes users' reactions, and counts them off their threads. */
export function reactionEraser(ranges: Eraser["ranges"]): Eraser {
  return {
    ranges,
    async erase(tx, chunk) {
      const { rows, next } = await read(tx, chunk);
      const taken = rows.filter(({ falls }) => falls);
      if (taken.length === 0) return { rows: 0, next };
      const { apiKeyId, requestedAtMs } = chunk.erasure;
      const annotationRefs = [...new Set(taken.map(({ annotationRef }) => annotationRef))];
      await lockThreads(tx, { apiKeyId, requestedAtMs }, annotationRefs);
      const reactions = {
        annotationRefs,
        userIds: [...new Set(taken.map(({ userId }) => userId))],
        places: taken.map(({ place }) => place),
      };
      return { rows: await eraseReactions(tx, { apiKeyId, requestedAtMs }, reactions), next };
    },
  };
}
