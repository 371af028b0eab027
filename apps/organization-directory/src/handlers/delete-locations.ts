import type { Context, Handler } from "../context.ts";
import { failed, succeeded } from "../results.ts";
import { deleteLocations as deleteRows } from "../store/locations.ts";

export const deleteLocations = ({ database }: Context): Handler<"deleteLocations"> => {
  return async ({ apiKeyId, organizationId, documentId, locationIds }) => {
    const ids = [...new Set(locationIds)];
    const deleted = await deleteRows(database, { apiKeyId, organizationId, documentId }, ids);
    const within = `in the document ${documentId} of the organization ${organizationId}`;
    return {
      results: ids.map((id) =>
        deleted.has(id)
          ? succeeded(id, "The location was deleted.")
          : failed(id, "not_found", `The location ${id} does not exist ${within}.`),
      ),
    };
  };
};
