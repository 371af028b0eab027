import type { Db } from "@parley/database";
import { changeParticipants } from "../people/participants.store.ts";
import { isUnchanged, participantsChange } from "../people/participants.ts";
import type { DocumentScope } from "../places/scope.ts";
import type { Left } from "../triggers/withdrawal-events.ts";
import { type CommentPeopleRow, selectCommentPeople } from "./reading/comment-rows.store.ts";

interface Thread {
  readonly annotationId: string;
  readonly annotationRef: number;
  readonly createdAtMs: number;
  readonly assigneeId: string | null;
}

/**
 * Makes a change of locked threads and updates the participant tables from the participants before and after it. `assignees` contains the
 * new assignee of each annotation whose assignee changes. Returns the users who have left the threads.
 */
export async function reindexParticipants(
  tx: Db,
  scope: DocumentScope,
  threads: readonly Thread[],
  change: () => Promise<void>,
  assignees: ReadonlyMap<number, string | null> = new Map(),
): Promise<Left> {
  const refs = threads.map(({ annotationRef }) => annotationRef);
  const before = await peopleOf(tx, scope, refs);
  await change();
  const after = await peopleOf(tx, scope, refs);
  const left = new Map<string, readonly string[]>();
  for (const thread of threads) {
    const { annotationRef, assigneeId } = thread;
    const assignedAfter = assignees.has(annotationRef) ? (assignees.get(annotationRef) ?? null) : assigneeId;
    const changes = participantsChange(
      { assigneeId, comments: before.get(annotationRef) ?? [] },
      { assigneeId: assignedAfter, comments: after.get(annotationRef) ?? [] },
    );
    if (changes.left.length > 0) left.set(thread.annotationId, changes.left);
    if (!isUnchanged(changes)) await changeParticipants(tx, scope, thread, changes);
  }
  return left;
}

async function peopleOf(tx: Db, { apiKeyId }: DocumentScope, refs: readonly number[]): Promise<Map<number, CommentPeopleRow[]>> {
  return Map.groupBy(await selectCommentPeople(tx, apiKeyId, refs), ({ annotationRef }) => annotationRef);
}
