import { failed, succeeded } from "@parley/contracts/common";
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
      results: ids.map((id) =>
        deleted.has(id)
          ? succeeded(id, "The document was deleted.")
          : failed(id, "not_found", `The document ${id} does not exist in the organization ${organizationId}.`),
      ),
    };
  };
};
