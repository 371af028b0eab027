import type { Context } from "../context.ts";
import { providerKeyPlace } from "../sealing/sealed-places.ts";
import { type Provider, selectProviderKeys } from "./provider-keys.store.ts";

/** The keys of the AI providers of a workspace, in clear. */
export async function openProviderKeys({ database, sealer }: Context, workspaceId: string): Promise<Map<Provider, string>> {
  const rows = await selectProviderKeys(database, workspaceId);
  const keys = await Promise.all(rows.map(({ provider, sealedKey }) => sealer.open(workspaceId, providerKeyPlace(provider), sealedKey)));
  return new Map(rows.map(({ provider }, index) => [provider, keys[index] ?? ""]));
}
