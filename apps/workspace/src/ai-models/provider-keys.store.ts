import { type Db, statement } from "@parley/database";
import { listOf, narrowed, types, type ValuesOf } from "@parley/database/schema";
import { providerKeys } from "../schema.ts";

/** The AI providers, as the rewriter tells them apart. */
export const providers = ["openai", "anthropic", "gemini"] as const;

export type Provider = (typeof providers)[number];

const providerKeyRow = {
  provider: narrowed<"openai" | "anthropic" | "gemini">(types.text),
  sealedKey: providerKeys.sealedKey,
};

export type ProviderKeyRow = ValuesOf<typeof providerKeyRow>;

const list = statement(
  "workspace.provider_keys_of_workspace",
  { workspaceId: providerKeys.workspaceId },
  providerKeyRow,
  `select provider, sealed_key from provider_keys where workspace_id = $workspaceId`,
);

export function selectProviderKeys(db: Db, workspaceId: string): Promise<ProviderKeyRow[]> {
  return db.rows(list, { workspaceId });
}

const one = statement(
  "workspace.provider_key",
  { workspaceId: providerKeys.workspaceId, provider: narrowed<"openai" | "anthropic" | "gemini">(types.text) },
  { sealedKey: providerKeys.sealedKey },
  `select sealed_key from provider_keys where workspace_id = $workspaceId and provider = $provider`,
);

/** The sealed key of one provider, or undefined when the workspace has none. */
export async function selectProviderKey(db: Db, workspaceId: string, provider: Provider): Promise<string | undefined> {
  return (await db.row(one, { workspaceId, provider }))?.sealedKey;
}

interface ProviderKeyChanges {
  readonly workspaceId: string;
  /** In one order with `sealedKeys`. */
  readonly providers: readonly Provider[];
  readonly sealedKeys: readonly string[];
  readonly removed: readonly Provider[];
}

const change = statement(
  "workspace.change_provider_keys",
  {
    workspaceId: providerKeys.workspaceId,
    removed: narrowed<readonly ("openai" | "anthropic" | "gemini")[]>(listOf(types.text)),
    providers: narrowed<readonly ("openai" | "anthropic" | "gemini")[]>(listOf(types.text)),
    sealedKeys: listOf(types.text),
  },
  {},
  `with gone as (
     delete from provider_keys where workspace_id = $workspaceId and provider = any($removed::text[])
   )
   insert into provider_keys (workspace_id, provider, sealed_key)
   select $workspaceId, given.provider, given.sealed_key
   from unnest($providers::text[], $sealedKeys::text[]) as given (provider, sealed_key)
   order by given.provider
   on conflict (workspace_id, provider) do update set sealed_key = excluded.sealed_key`,
);

/** Stores and removes keys in one go. No provider may be in both lists. */
export async function changeProviderKeys(db: Db, changes: ProviderKeyChanges): Promise<void> {
  await db.run(change, changes);
}
