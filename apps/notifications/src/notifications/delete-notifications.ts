import { failed, type Result } from "@parley/contracts/common";
import type { DeleteNotificationsRequest } from "@parley/contracts/notifications";
import { Failure, invalid, shortened } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import type { Context, Handler } from "../context.ts";
import { lockNotifications } from "./rows/changes.store.ts";
import { findIds } from "./rows/found-ids.store.ts";
import { deleteNotifications as deleteStored } from "./rows/removals.store.ts";
import { removeFromEntries } from "./rows/withdrawals.store.ts";
import { sweepRemovals } from "./sweep-removals.ts";

const mostAtOnce = 10_000;
const deletedTogether = 1_000;

export const deleteNotifications = (context: Context): Handler<"deleteNotifications"> => {
  return async (request) => {
    const ids = await idsOf(context, request);
    const results: Result[] = [];
    for (let from = 0; from < ids.length; from += deletedTogether) {
      results.push(...(await deleteSome(context, request, ids.slice(from, from + deletedTogether))));
    }
    // The notifications are deleted even if removing their remaining rows fails.
    if (results.some(({ success }) => success)) await sweepRemovals(context.database, request.apiKeyId).catch(context.onSweepFailure);
    return { results };
  };
};

/** The ids of the request, else those of all notifications that match. */
async function idsOf({ database }: Context, request: DeleteNotificationsRequest): Promise<string[]> {
  const { notificationIds, userId, documentId } = request;
  if (notificationIds.length > 0) return [...new Set(notificationIds)];
  if (userId === "" && documentId === "") throw invalid("notification_ids", "notification_ids, user_id or document_id is required.");
  const { ids, examined } = await findIds(database, request, mostAtOnce + 1);
  if (examined > mostAtOnce) {
    throw new Failure(
      "failed_precondition",
      `More than ${mostAtOnce} notifications would have to be examined; name fewer by notificationIds.`,
    );
  }
  return ids;
}

async function deleteSome({ database }: Context, request: DeleteNotificationsRequest, ids: readonly string[]): Promise<Result[]> {
  const { apiKeyId, organizationId, userId } = request;
  const { deleted, toAll } = await database.transaction(async (tx) => {
    const rows = await lockNotifications(tx, { ...request, notificationIds: ids });
    const idsOfRows = rows.map(({ notificationId }) => notificationId);
    if (userId === "") return { deleted: await deleteStored(tx, apiKeyId, organizationId, idsOfRows), toAll: new Set() };
    const theirs = rows.filter(({ notifyAll }) => !notifyAll);
    if (theirs.length > 0) {
      await removeFromEntries(
        tx,
        request,
        theirs.map(({ notificationRef, createdAtMs }) => ({ notificationRef, createdAtMs, userId })),
      );
    }
    const deleted = new Set(theirs.map(({ notificationId }) => notificationId));
    return { deleted, toAll: new Set(idsOfRows.filter((id) => !deleted.has(id))) };
  });
  const done = userId === "" ? "The notification was deleted." : "The notification was removed from the user's inbox.";
  const matching = request.documentId === "" && userId === "" && request.locationId === "" ? "" : " that matches";
  const missing = (id: string) => `The organization ${shortened(organizationId)} has no notification ${shortened(id)}${matching}.`;
  const kept = "The notification is to all users of the organization and cannot be removed from one inbox.";
  return deletionResults(ids, deleted, done, missing).map((result) =>
    toAll.has(result.id) ? failed(result.id, "failed_precondition", kept) : result,
  );
}
