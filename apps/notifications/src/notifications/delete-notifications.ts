import { failed, succeeded } from "@parley/contracts/common";
import type { Context, Handler } from "../context.ts";
import { deleteNotifications as deleteStored } from "./rows/removals.store.ts";
import { sweepRemovals } from "./sweep-removals.ts";

export const deleteNotifications = ({ database, onSweepFailure }: Context): Handler<"deleteNotifications"> => {
  return async ({ apiKeyId, organizationId, notificationIds }) => {
    const ids = [...new Set(notificationIds)];
    const deleted = await deleteStored(database, apiKeyId, organizationId, ids);
    // They are gone, whatever becomes of the rest.
    if (deleted.size > 0) await sweepRemovals(database, apiKeyId).catch(onSweepFailure);
    return {
      results: ids.map((id) =>
        deleted.has(id)
          ? succeeded(id, "The notification was deleted.")
          : failed(id, "not_found", `The notification ${id} does not exist in the organization ${organizationId}.`),
      ),
    };
  };
};
