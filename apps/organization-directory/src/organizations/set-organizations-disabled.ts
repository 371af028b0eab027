import { succeeded } from "@parley/contracts/common";
import { withOwnIds } from "../batches/results.ts";
import type { Context, Handler } from "../context.ts";
import { setOrganizationsDisabled as setRows } from "./organizations.store.ts";

export const setOrganizationsDisabled = ({ database }: Context): Handler<"setOrganizationsDisabled"> => {
  return async ({ apiKeyId, organizationIds, disabled }) => {
    const ids = [...new Set(organizationIds)];
    const created = await setRows(database, apiKeyId, ids, disabled);
    const state = disabled ? "disabled" : "enabled";
    const results = ids.map((id) =>
      succeeded(id, created.has(id) ? `The organization was created ${state}.` : `The organization is ${state}.`),
    );
    return { results: withOwnIds(apiKeyId, results) };
  };
};
