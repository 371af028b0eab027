import { changeOf, lastOfEach } from "../batches/batch.ts";
import { storedResult, withOwnIds } from "../batches/results.ts";
import { storeThings } from "../batches/store-changes.ts";
import type { Context, Handler } from "../context.ts";
import { insertOrganizations, updateOrganizations } from "./organizations.store.ts";

export const addOrganizations = ({ database, limits: { metadataBytes } }: Context): Handler<"addOrganizations"> => {
  return async ({ apiKeyId, organizations }) => {
    const changes = lastOfEach(organizations.map((item) => changeOf(item.organizationId, item.organizationName, item.metadataJson)));
    const outcomes = await storeThings(
      changes,
      metadataBytes,
      (items) => insertOrganizations(database, apiKeyId, items),
      (items) => updateOrganizations(database, apiKeyId, items, metadataBytes),
    );
    const words = { thing: "organization", within: "", metadataBytes };
    return {
      results: withOwnIds(
        apiKeyId,
        changes.map(({ id }) => storedResult(id, outcomes.get(id) ?? "not_found", words)),
      ),
    };
  };
};
