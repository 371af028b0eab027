import { failed, succeeded } from "@parley/contracts/common";
import type { Context, Handler } from "../context.ts";
import { beginRemovals } from "../erasure/removals.ts";
import { withOwnIds } from "../places/results.ts";
import { deleteOrganizations as deleteRows } from "./organizations.store.ts";

export const deleteOrganizations = ({ database }: Context): Handler<"deleteOrganizations"> => {
  return async ({ apiKeyId, organizationIds }) => {
    const ids = [...new Set(organizationIds)];
    const deleted = await database.transaction(async (tx) => {
      const gone = await deleteRows(tx, apiKeyId, ids);
      if (gone.size > 0) await beginRemovals(tx, apiKeyId);
      return gone;
    });
    const results = ids.map((id) =>
      deleted.has(id) ? succeeded(id, "The organization was deleted.") : failed(id, "not_found", `The organization ${id} does not exist.`),
    );
    return { results: withOwnIds(apiKeyId, results) };
  };
};
