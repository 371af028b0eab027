import { changeOf, lastOfEach } from "../batches/batch.ts";
import { storedResult, withOwnIds } from "../batches/results.ts";
import { changeThings } from "../batches/store-changes.ts";
import type { Context, Handler } from "../context.ts";
import { updateOrganizations as updateRows } from "./organizations.store.ts";

export const updateOrganizations = ({
  database,
  limits: { metadataBytes, organizations: quota },
}: Context): Handler<"updateOrganizations"> => {
  return async ({ apiKeyId, organizations }) => {
    const changes = lastOfEach(organizations.map((item) => changeOf(item.organizationId, item.organizationName, item.metadataJson)));
    const outcomes = await changeThings(changes, metadataBytes, (items) => updateRows(database, apiKeyId, items, metadataBytes));
    const words = { thing: "organization", within: "", metadataBytes, quota };
    return {
      results: withOwnIds(
        apiKeyId,
        changes.map(({ id }) => storedResult(id, outcomes.get(id) ?? "not_found", words)),
      ),
    };
  };
};
