import { shortened } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import type { Context, Handler } from "../context.ts";
import { messages } from "../messages.ts";
import { deletedGroupsWork } from "./deleted-groups-worker.ts";
import { deleteGroups as deleteRows } from "./groups.store.ts";

export const deleteGroups = ({ database }: Context): Handler<"deleteGroups"> => {
  return async ({ apiKeyId, organizationId, groupIds }) => {
    const ids = [...new Set(groupIds)];
    const deleted = await deleteRows(
      database,
      { apiKeyId, organizationId },
      ids,
      messages.tasks(deletedGroupsWork, [{ apiKeyId, payload: "" }]),
    );
    return {
      results: deletionResults(
        ids,
        deleted,
        "The group was deleted.",
        (id) => `The group ${shortened(id)} does not exist in the organization ${shortened(organizationId)}.`,
      ),
    };
  };
};
