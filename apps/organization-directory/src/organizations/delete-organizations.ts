import { shortened } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import { admitTogether } from "@parley/runtime";
import { withOwnIds } from "../batches/results.ts";
import type { Context, Handler } from "../context.ts";
import { beginRemovals } from "../erasure/removals.ts";
import { deleteOrganizations as deleteRows } from "./organizations.store.ts";

export const deleteOrganizations = ({ database, limits }: Context): Handler<"deleteOrganizations"> => {
  return async ({ apiKeyId, organizationIds }) => {
    const ids = [...new Set(organizationIds)];
    const demand = { quota: limits.removals, wanted: ids.length, addedBy: ({ size }: ReadonlySet<string>) => size };
    const deleted = await admitTogether(apiKeyId, [demand], () =>
      database.transaction(async (tx) => {
        const gone = await deleteRows(tx, apiKeyId, ids);
        if (gone.size > 0) await beginRemovals(tx, apiKeyId);
        return gone;
      }),
    );
    const results = deletionResults(
      ids,
      deleted,
      "The organization was deleted.",
      (id) => `The organization ${shortened(id)} does not exist.`,
    );
    return { results: withOwnIds(apiKeyId, results) };
  };
};
