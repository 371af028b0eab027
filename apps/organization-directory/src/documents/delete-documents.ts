import { deletionResults } from "@parley/rpc";
import type { Context, Handler } from "../context.ts";
import { beginRemovals } from "../erasure/removals.ts";
import { deleteDocuments as deleteRows } from "./documents.store.ts";

export const deleteDocuments = ({ database }: Context): Handler<"deleteDocuments"> => {
  return async ({ apiKeyId, organizationId, documentIds }) => {
    const ids = [...new Set(documentIds)];
    const deleted = await database.transaction(async (tx) => {
      const gone = await deleteRows(tx, { apiKeyId, organizationId }, ids);
      if (gone.size > 0) await beginRemovals(tx, apiKeyId);
      return gone;
    });
    return {
      results: deletionResults(
        ids,
        deleted,
        "The document was deleted.",
        (id) => `The document ${id} does not exist in the organization ${organizationId}.`,
      ),
    };
  };
};
