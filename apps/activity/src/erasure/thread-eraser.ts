import type { ValuesOf } from "@parley/database/schema";
import { type Chunk, type Eraser, type RowSource, rowReader } from "@parley/erasure";
import { annotations } from "../schema.ts";
import { threadCounter } from "./count-threads.store.ts";
import { eraseThreads, lockThreads } from "./erase-threads.store.ts";

const foundThread = {
  annotationRef: annotations.annotationRef,
  createdAtMs: annotations.createdAtMs,
  commentCount: annotations.commentCount,
  reactionCount: annotations.reactionCount,
};
type FoundThread = ValuesOf<typeof foundThread>;

/** Erases whole threads. One chunk takes as many threads as have about its number of rows together. */
export function threadEraser(name: string, source: RowSource, ranges: Eraser["ranges"]): Eraser {
  const read = rowReader("activity", name, source, foundThread);
  return {
    ranges,
    count: threadCounter(name, source),
    async erase(tx, chunk) {
      const { rows, next } = await read(tx, chunk);
      const taken = cut(rows, chunk);
      const last = taken.at(-1);
      const refs = taken.filter(({ inScope }) => inScope).map(({ annotationRef }) => annotationRef);
      const { apiKeyId, requestedAtMs } = chunk.erasure;
      const locked = refs.length === 0 ? [] : await lockThreads(tx, { apiKeyId, requestedAtMs }, refs);
      const erased = await eraseThreads(
        tx,
        apiKeyId,
        chunk.ranges[0]?.organizationId ?? "",
        locked.map(({ annotationRef }) => annotationRef),
      );
      if (last === undefined || taken.length === rows.length) return { rows: erased, next };
      return { rows: erased, next: { range: last.range - 1, key: [last.createdAtMs, last.annotationRef] } };
    },
  };
}

// A comment has its own row and about one row for each user involved.
function cut<Row extends FoundThread>(rows: readonly Row[], { limit }: Chunk): Row[] {
  let weight = 0;
  const end = rows.findIndex(({ commentCount, reactionCount }) => {
    weight += 2 + 2 * commentCount + reactionCount;
    return weight >= limit;
  });
  return end < 0 ? [...rows] : rows.slice(0, end + 1);
}
