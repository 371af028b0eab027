import { changeOf, lastOfEach } from "../batch.ts";
import type { Context, Handler } from "../context.ts";
import { storedResult, withOwnIds } from "../results.ts";
import { updateOrganizations as updateRows } from "../store/organizations.ts";
import { changeThings } from "../store-changes.ts";

export const updateOrganizations = ({ database, limits: { metadataBytes } }: Context): Handler<"updateOrganizations"> => {
  return async ({ apiKeyId, organizations }) => {
    const changes = lastOfEach(organizations.map((item) => changeOf(item.organizationId, item.organizationName, item.metadataJson)));
    const outcomes = await changeThings(changes, metadataBytes, (items) => updateRows(database, apiKeyId, items, metadataBytes));
    const words = { thing: "organization", within: "", metadataBytes };
    return {
      results: withOwnIds(
        apiKeyId,
        changes.map(({ id }) => storedResult(id, outcomes.get(id) ?? "not_found", words)),
      ),
    };
  };
};
