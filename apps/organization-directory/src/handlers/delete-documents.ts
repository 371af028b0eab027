import type { Context, Handler } from "../context.ts";
import { failed, succeeded } from "../results.ts";
import { deleteDocuments as deleteRows } from "../store/documents.ts";

export const deleteDocuments = ({ database }: Context): Handler<"deleteDocuments"> => {
  return async ({ apiKeyId, organizationId, documentIds }) => {
    const ids = [...new Set(documentIds)];
    const deleted = await deleteRows(database, { apiKeyId, organizationId }, ids);
    return {
      results: ids.map((id) =>
        deleted.has(id)
          ? succeeded(id, "The document was deleted.")
          : failed(id, "not_found", `The document ${id} does not exist in the organization ${organizationId}.`),
      ),
    };
  };
};
