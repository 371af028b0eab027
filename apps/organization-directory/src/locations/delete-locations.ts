import { shortened } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import { admitTogether } from "@parley/runtime";
import type { Context, Handler } from "../context.ts";
import { beginRemovals } from "../erasure/removals.ts";
import { deleteLocations as deleteRows } from "./locations.store.ts";

export const deleteLocations = ({ database, limits }: Context): Handler<"deleteLocations"> => {
  return async ({ apiKeyId, organizationId, documentId, locationIds }) => {
    const ids = [...new Set(locationIds)];
    const demand = { quota: limits.removals, wanted: 1, addedBy: ({ size }: ReadonlySet<string>) => Math.min(1, size) };
    const deleted = await admitTogether(apiKeyId, [demand], () =>
      database.transaction(async (tx) => {
        const gone = await deleteRows(tx, { apiKeyId, organizationId, documentId }, ids);
        if (gone.size > 0) await beginRemovals(tx, apiKeyId);
        return gone;
      }),
    );
    const within = `in the document ${shortened(documentId)} of the organization ${shortened(organizationId)}`;
    return {
      results: deletionResults(
        ids,
        deleted,
        "The location was deleted.",
        (id) => `The location ${shortened(id)} does not exist ${within}.`,
      ),
    };
  };
};
