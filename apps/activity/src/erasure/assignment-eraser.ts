import { type Eraser, rowReader } from "@parley/erasure";
import { annotationUsers } from "../schema.ts";
import { eraseAssignees, eraseInvolved, lockThreads } from "./erase-threads.store.ts";
import { userSources } from "./sources.ts";

const read = rowReader("activity", "erase_assignments_find", userSources.annotation_users, {
  organizationId: annotationUsers.organizationId,
  userId: annotationUsers.userId,
  createdAtMs: annotationUsers.createdAtMs,
  annotationRef: annotationUsers.annotationRef,
});

/** Takes users off the threads that are assigned to them: also off those without a comment, which no comment leads to. */
export function assignmentEraser(ranges: Eraser["ranges"]): Eraser {
  return {
    ranges,
    async erase(tx, chunk) {
      const { rows, next } = await read(tx, chunk);
      const taken = rows.filter(({ organizationId }) => organizationId === rows[0]?.organizationId);
      const last = taken.at(-1);
      if (last === undefined) return { rows: 0, next: undefined };
      const { apiKeyId, requestedAtMs } = chunk.erasure;
      const refs = [...new Set(taken.map(({ annotationRef }) => annotationRef))];
      await lockThreads(tx, { apiKeyId, requestedAtMs }, refs);
      const unassigned = await eraseAssignees(tx, { apiKeyId, requestedAtMs }, refs, [...new Set(taken.map(({ userId }) => userId))]);
      const left = await eraseInvolved(
        tx,
        { apiKeyId, organizationId: last.organizationId },
        {
          userIds: taken.map(({ userId }) => userId),
          createdAts: taken.map(({ createdAtMs }) => createdAtMs),
          annotationRefs: taken.map(({ annotationRef }) => annotationRef),
        },
      );
      const erased = unassigned + left;
      if (taken.length === rows.length) return { rows: erased, next };
      return { rows: erased, next: { range: last.range - 1, key: [last.createdAtMs, last.annotationRef] } };
    },
  };
}
