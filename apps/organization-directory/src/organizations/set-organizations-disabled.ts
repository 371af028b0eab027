import { failed, succeeded } from "@parley/contracts/common";
import { quotaReached } from "@parley/runtime";
import { withOwnIds } from "../batches/results.ts";
import type { Context, Handler } from "../context.ts";
import { existingOrganizations } from "./organization-locks.store.ts";
import { setOrganizationsDisabled as setRows } from "./organizations.store.ts";

export const setOrganizationsDisabled = ({ database, limits }: Context): Handler<"setOrganizationsDisabled"> => {
  return async ({ apiKeyId, organizationIds, disabled }) => {
    const ids = [...new Set(organizationIds)];
    await limits.organizations.prepare(apiKeyId, ids.length);
    const { result: created, refused } = await limits.organizations.admitNew(apiKeyId, ids, {
      needless: (some) => existingOrganizations(database, apiKeyId, some),
      add: (admitted) => setRows(database, apiKeyId, admitted, disabled),
      addedBy: ({ size }) => size,
    });
    const isRefused = new Set(refused);
    const state = disabled ? "disabled" : "enabled";
    const results = ids.map((id) => {
      if (isRefused.has(id)) return failed(id, quotaReached, limits.organizations.refusal);
      return succeeded(id, created.has(id) ? `The organization was created ${state}.` : `The organization is ${state}.`);
    });
    return { results: withOwnIds(apiKeyId, results) };
  };
};
