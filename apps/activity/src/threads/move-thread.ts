import type { Db } from "@parley/database";
import { moveParticipants } from "../people/move-participants.store.ts";
import type { DocumentScope } from "../places/scope.ts";
import type { LockedAnnotation } from "./annotations.store.ts";
import { selectCommentPeople } from "./reading/comment-rows.store.ts";

/** Moves what is found by the time of a thread's creation, its participants and its index for search, to another time. */
export async function moveThread(
  tx: Db,
  scope: DocumentScope,
  { annotationRef, createdAtMs, assigneeId }: Pick<LockedAnnotation, "annotationRef" | "createdAtMs" | "assigneeId">,
  toMs: number,
): Promise<void> {
  const people = await selectCommentPeople(tx, scope.apiKeyId, [annotationRef]);
  const userIds = new Set([
    ...people.flatMap(({ authorId, taggedIds }) => [authorId, ...taggedIds]),
    ...(assigneeId === null ? [] : [assigneeId]),
  ]);
  await moveParticipants(tx, scope, { annotationRef, fromMs: createdAtMs, toMs, userIds: [...userIds] });
}
