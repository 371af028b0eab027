import { shortened } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import { admitTogether } from "@parley/runtime";
import type { Context, Handler } from "../context.ts";
import { beginRemovals } from "../erasure/removals.ts";
import { deleteDocuments as deleteRows } from "./documents.store.ts";

export const deleteDocuments = ({ database, limits }: Context): Handler<"deleteDocuments"> => {
  return async ({ apiKeyId, organizationId, documentIds }) => {
    const ids = [...new Set(documentIds)];
    const demand = { quota: limits.removals, wanted: 1, addedBy: ({ size }: ReadonlySet<string>) => Math.min(1, size) };
    const deleted = await admitTogether(apiKeyId, [demand], () =>
      database.transaction(async (tx) => {
        const gone = await deleteRows(tx, { apiKeyId, organizationId }, ids);
        if (gone.size > 0) await beginRemovals(tx, apiKeyId);
        return gone;
      }),
    );
    return {
      results: deletionResults(
        ids,
        deleted,
        "The document was deleted.",
        (id) => `The document ${shortened(id)} does not exist in the organization ${shortened(organizationId)}.`,
      ),
    };
  };
};
