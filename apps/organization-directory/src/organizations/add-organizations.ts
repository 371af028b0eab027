import { changeOf, lastOfEach } from "../batches/batch.ts";
import { storedResult, withOwnIds } from "../batches/results.ts";
import { storeThings } from "../batches/store-changes.ts";
import type { Context, Handler } from "../context.ts";
import { insertOrganizations, updateOrganizations } from "./organizations.store.ts";

export const addOrganizations = ({ database, limits }: Context): Handler<"addOrganizations"> => {
  const { metadataBytes, organizations: quota } = limits;
  return async ({ apiKeyId, organizations }) => {
    const changes = lastOfEach(organizations.map((item) => changeOf(item.organizationId, item.organizationName, item.metadataJson)));
    await quota.prepare(apiKeyId, changes.length);
    const outcomes = await storeThings(
      changes,
      metadataBytes,
      (items) => insertOrganizations(database, apiKeyId, items),
      (items) => updateOrganizations(database, apiKeyId, items, metadataBytes),
      (items, insert) => quota.admit(apiKeyId, items, insert, (created) => created.length),
    );
    const words = { thing: "organization", within: "", metadataBytes, quota };
    return {
      results: withOwnIds(
        apiKeyId,
        changes.map(({ id }) => storedResult(id, outcomes.get(id) ?? "not_found", words)),
      ),
    };
  };
};
