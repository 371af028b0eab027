import type { Db } from "@parley/database";
import { type Eraser, type RowSource, rowReader } from "@parley/erasure";
import { deleteReadMarks, deleteRecipients, finishRemoval, selectRemovals } from "../notifications/rows/removals.store.ts";
import { notifications } from "../notifications/rows/tables.ts";
import { recipients } from "../streams/tables.ts";
import { notificationCounter, recipientCounter } from "./counts.store.ts";
import { eraseNames, eraseNotifications, eraseRecipients, selectOrphanedNotifications } from "./erasure.store.ts";

// A notification has up to a thousand recipients and any number of read marks.
const notificationsPerChunk = 100;

/**
 * Erases notifications with their recipients and read marks. It begins with the remaining rows of notifications deleted before, which still
 * record who reads them.
 */
export function notificationEraser(name: string, source: RowSource, ranges: Eraser["ranges"]): Eraser {
  const read = rowReader("notifications", name, source, { notificationRef: notifications.notificationRef });
  return {
    ranges,
    count: notificationCounter(name, source),
    async erase(tx, chunk) {
      const { apiKeyId, requestedAtMs } = chunk.erasure;
      const swept = await sweepSome(tx, apiKeyId, chunk.limit);
      if (swept > 0) return { rows: swept, next: { range: 0, key: chunk.after } };
      const { rows, next } = await read(tx, { ...chunk, limit: Math.min(chunk.limit, notificationsPerChunk) });
      const refs = rows.filter(({ inScope }) => inScope).map(({ notificationRef }) => notificationRef);
      const erased = await eraseNotifications(tx, { apiKeyId, requestedAtMs }, refs);
      // The next chunk deletes their remaining rows.
      return { rows: erased, next: next ?? (erased > 0 ? { range: 0, key: chunk.after } : undefined) };
    },
  };
}

/** Deletes remaining rows of the API key's deleted notifications, up to about `limit`; returns how many. */
async function sweepSome(tx: Db, apiKeyId: string, limit: number): Promise<number> {
  const removals = await selectRemovals(tx, apiKeyId, notificationsPerChunk);
  let swept = 0;
  for (const removal of removals) {
    await deleteRecipients(tx, removal);
    const marks = await deleteReadMarks(tx, removal, limit);
    swept += marks + removal.userIds.length + 1;
    if (marks < limit) await finishRemoval(tx, removal);
    if (swept >= limit) break;
  }
  return swept;
}

const found = {
  notificationRef: recipients.notificationRef,
  userId: recipients.userId,
};

/** Removes users from notifications that name them; a notification without any other recipient is deleted. */
export function recipientEraser(source: RowSource, ranges: Eraser["ranges"]): Eraser {
  const read = rowReader("notifications", "erase_recipients_find", source, found);
  return {
    ranges,
    count: recipientCounter(source),
    async erase(tx, chunk) {
      const { rows, next } = await read(tx, chunk);
      const taken = rows.filter(({ inScope }) => inScope);
      if (taken.length === 0) return { rows: 0, next };
      const { apiKeyId, requestedAtMs, scope } = chunk.erasure;
      const within = { apiKeyId, requestedAtMs };
      const refs = [...new Set(taken.map(({ notificationRef }) => notificationRef))];
      const orphans = await selectOrphanedNotifications(tx, apiKeyId, refs, scope.userIds);
      const erased = await eraseRecipients(
        tx,
        within,
        taken.map(({ place }) => place),
      );
      const gone = await eraseNotifications(tx, within, orphans);
      const left = new Set(orphans);
      const renamed = await eraseNames(
        tx,
        within,
        refs.filter((ref) => !left.has(ref)),
        scope.userIds,
      );
      return { rows: erased + gone + renamed, next };
    },
  };
}
