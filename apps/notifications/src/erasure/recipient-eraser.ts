import { type Eraser, rowReader } from "@parley/erasure";
import { recipients } from "../streams/tables.ts";
import { eraseNames, eraseNotifications, eraseRecipients, selectOrphanedNotifications } from "./erasure.store.ts";
import { recipientsOfUser } from "./sources.ts";

const read = rowReader("notifications", "erase_recipients_find", recipientsOfUser, {
  notificationRef: recipients.notificationRef,
  userId: recipients.userId,
});

/** Takes users off what was addressed to them by name; what was addressed to nobody else goes. */
export function recipientEraser(ranges: Eraser["ranges"]): Eraser {
  return {
    ranges,
    async erase(tx, chunk) {
      const { rows, next } = await read(tx, chunk);
      const taken = rows.filter(({ falls }) => falls);
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
