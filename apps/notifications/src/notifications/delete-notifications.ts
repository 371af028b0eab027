import { shortened } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import type { Context, Handler } from "../context.ts";
import { deleteNotifications as deleteStored } from "./rows/removals.store.ts";
import { sweepRemovals } from "./sweep-removals.ts";

export const deleteNotifications = ({ database, onSweepFailure }: Context): Handler<"deleteNotifications"> => {
  return async ({ apiKeyId, organizationId, notificationIds }) => {
    const ids = [...new Set(notificationIds)];
    const deleted = await deleteStored(database, apiKeyId, organizationId, ids);
    // The notifications are deleted even if removing their remaining rows fails.
    if (deleted.size > 0) await sweepRemovals(database, apiKeyId).catch(onSweepFailure);
    return {
      results: deletionResults(
        ids,
        deleted,
        "The notification was deleted.",
        (id) => `The notification ${shortened(id)} does not exist in the organization ${shortened(organizationId)}.`,
      ),
    };
  };
};
