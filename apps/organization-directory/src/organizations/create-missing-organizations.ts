import { admitTogether } from "@parley/runtime";
import type { Context } from "../context.ts";
import { createOrganizations } from "../places/places.store.ts";
import { existingOrganizations } from "./organization-locks.store.ts";

/**
 * Creates the missing organizations; fails with `resource_exhausted` when the API key has no room for them. Call it before the transaction:
 * a transaction that has locked an organization must never wait for another one.
 */
export async function createMissingOrganizations(
  { database, limits }: Context,
  apiKeyId: string,
  organizationIds: readonly string[],
): Promise<void> {
  const known = await existingOrganizations(database, apiKeyId, organizationIds);
  const missing = organizationIds.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const demand = { quota: limits.organizations, wanted: missing.length, addedBy: (created: number) => created };
  await admitTogether(apiKeyId, [demand], () => createOrganizations(database, apiKeyId, missing));
}
