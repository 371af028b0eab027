import type { Db } from "@parley/database";
import type { ValuesOf } from "@parley/database/schema";
import { type Chunk, type Eraser, type FoundRow, type RowSource, rowCounter, rowReader } from "@parley/erasure";
import { annotations, annotationUsers, commentUsers, reactions } from "../schema.ts";
import { assignmentCounter, commentCounter } from "./count-threads.store.ts";
import { eraseComments, eraseReactions, eraseTags, type GoneComment } from "./erase-comments.store.ts";
import {
  eraseAssignees,
  eraseConcerned,
  eraseEmptyThreads,
  eraseInvolved,
  eraseStatusUsers,
  type LockedThread,
  lockThreads,
} from "./erase-threads.store.ts";

const concerned = {
  organizationId: commentUsers.organizationId,
  userId: commentUsers.userId,
  createdAtMs: commentUsers.createdAtMs,
  annotationRef: commentUsers.annotationRef,
  commentId: commentUsers.commentId,
};
type Concerned = ValuesOf<typeof concerned> & FoundRow;

/**
 * Erases the comments that users wrote, their tags in other comments, and their assignments. A comment is erased with its reactions, and a
 * thread with its last comment.
 */
export function commentEraser(source: RowSource, ranges: Eraser["ranges"]): Eraser {
  const read = rowReader("activity", "erase_comments_find", source, concerned);
  return {
    ranges,
    count: commentCounter(source),
    async erase(tx, chunk) {
      // A comment has several rows, so a chunk takes fewer comments.
      const { rows, next } = await read(tx, { ...chunk, limit: Math.ceil(chunk.limit / 2) });
      const taken = rows.filter(({ organizationId }) => organizationId === rows[0]?.organizationId);
      const last = taken.at(-1);
      if (last === undefined) return { rows: 0, next: undefined };
      const erased = await eraseFound(tx, chunk, taken);
      if (taken.length === rows.length) return { rows: erased, next };
      return { rows: erased, next: { range: last.range - 1, key: [last.createdAtMs, last.annotationRef, last.commentId] } };
    },
  };
}

async function eraseFound(tx: Db, { erasure }: Chunk, found: readonly Concerned[]): Promise<number> {
  const within = { apiKeyId: erasure.apiKeyId, requestedAtMs: erasure.requestedAtMs };
  const scope = { apiKeyId: erasure.apiKeyId, organizationId: found[0]?.organizationId ?? "" };
  const comments = {
    annotationRefs: found.map(({ annotationRef }) => annotationRef),
    commentIds: found.map(({ commentId }) => commentId),
    userIds: found.map(({ userId }) => userId),
  };
  const refs = [...new Set(comments.annotationRefs)];
  const locked = await lockThreads(tx, within, refs);
  const gone = await eraseComments(tx, within, comments);
  const untagged = await eraseTags(tx, within, comments);
  const unassigned = await eraseAssignees(tx, within, refs, [...new Set(comments.userIds)]);
  const emptied = gone.length === 0 ? 0 : await eraseEmptyThreads(tx, within, [...new Set(gone.map(({ annotationRef }) => annotationRef))]);

  const concerned = await eraseConcerned(tx, scope, concernedRows(found, gone, locked));
  const involved = await eraseInvolved(tx, scope, involvedRows(found, gone, locked));
  return gone.length + (gone[0]?.reactions ?? 0) + untagged + unassigned + emptied + concerned + involved;
}

/** Rows of `comment_users` that may be outdated: those of the erased users, and those of all users for erased comments. */
function concernedRows(found: readonly Concerned[], gone: readonly GoneComment[], locked: readonly LockedThread[]) {
  const assignees = new Map(locked.map(({ annotationRef, assigneeId }) => [annotationRef, assigneeId]));
  const others = gone.flatMap(({ people, annotationRef, commentId, createdAtMs }) =>
    [...people, assignees.get(annotationRef) ?? null].flatMap((userId) =>
      userId === null ? [] : [{ userId, annotationRef, commentId, createdAtMs }],
    ),
  );
  const rows = [...new Map([...found, ...others].map((row) => [`${row.annotationRef}\0${row.userId}\0${row.commentId}`, row])).values()];
  return {
    userIds: rows.map(({ userId }) => userId),
    createdAts: rows.map(({ createdAtMs }) => createdAtMs),
    annotationRefs: rows.map(({ annotationRef }) => annotationRef),
    commentIds: rows.map(({ commentId }) => commentId),
  };
}

/** Rows of `annotation_users` that may be outdated. */
function involvedRows(found: readonly Concerned[], gone: readonly GoneComment[], locked: readonly LockedThread[]) {
  const threads = new Map(locked.map((thread) => [thread.annotationRef, thread]));
  const people = [
    ...found.map(({ userId, annotationRef }) => ({ userId, annotationRef })),
    ...gone.flatMap(({ people: users, annotationRef }) =>
      [...users, threads.get(annotationRef)?.assigneeId ?? null].flatMap((userId) => (userId === null ? [] : [{ userId, annotationRef }])),
    ),
  ];
  const rows = [...new Map(people.map((row) => [`${row.annotationRef}\0${row.userId}`, row])).values()];
  return {
    userIds: rows.map(({ userId }) => userId),
    createdAts: rows.map(({ annotationRef }) => threads.get(annotationRef)?.createdAtMs ?? 0),
    annotationRefs: rows.map(({ annotationRef }) => annotationRef),
  };
}

/** Erases users' reactions and subtracts them from the counts of their threads. */
export function reactionEraser(source: RowSource, ranges: Eraser["ranges"]): Eraser {
  const found = { annotationRef: reactions.annotationRef, userId: reactions.userId };
  const read = rowReader("activity", "erase_reactions_find", source, found);
  return {
    ranges,
    count: rowCounter("activity", "erase_reactions_find", source),
    async erase(tx, chunk) {
      const { rows, next } = await read(tx, chunk);
      const taken = rows.filter(({ inScope }) => inScope);
      if (taken.length === 0) return { rows: 0, next };
      const { apiKeyId, requestedAtMs } = chunk.erasure;
      const annotationRefs = [...new Set(taken.map(({ annotationRef }) => annotationRef))];
      await lockThreads(tx, { apiKeyId, requestedAtMs }, annotationRefs);
      const gone = {
        annotationRefs,
        userIds: [...new Set(taken.map(({ userId }) => userId))],
        places: taken.map(({ place }) => place),
      };
      return { rows: await eraseReactions(tx, { apiKeyId, requestedAtMs }, gone), next };
    },
  };
}

/** Forgets which threads users resolved, or gave their status. */
export function resolutionEraser(source: RowSource, ranges: Eraser["ranges"]): Eraser {
  const found = { annotationRef: annotations.annotationRef, statusUserId: annotations.statusUserId };
  const read = rowReader("activity", "erase_resolutions_find", source, found);
  return {
    ranges,
    count: rowCounter("activity", "erase_resolutions_find", source),
    async erase(tx, chunk) {
      const { rows, next } = await read(tx, chunk);
      const taken = rows.filter(({ inScope }) => inScope);
      if (taken.length === 0) return { rows: 0, next };
      const { apiKeyId, requestedAtMs } = chunk.erasure;
      const refs = [...new Set(taken.map(({ annotationRef }) => annotationRef))];
      await lockThreads(tx, { apiKeyId, requestedAtMs }, refs);
      const userIds = [...new Set(taken.flatMap(({ statusUserId }) => statusUserId ?? []))];
      return { rows: await eraseStatusUsers(tx, { apiKeyId, requestedAtMs }, refs, userIds), next };
    },
  };
}

const assigned = {
  organizationId: annotationUsers.organizationId,
  userId: annotationUsers.userId,
  createdAtMs: annotationUsers.createdAtMs,
  annotationRef: annotationUsers.annotationRef,
};

/** Unassigns users from their threads. It also finds threads without a comment, which the eraser of comments does not find. */
export function assignmentEraser(source: RowSource, ranges: Eraser["ranges"]): Eraser {
  const read = rowReader("activity", "erase_assignments_find", source, assigned);
  return {
    ranges,
    count: assignmentCounter(source),
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
