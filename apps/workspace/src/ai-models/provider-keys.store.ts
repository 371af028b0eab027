import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { providerKeys, workspaces } from "../schema.ts";

/** The AI providers, by the rewriter's names. */
export const providers = ["openai", "anthropic", "gemini"] as const;

export type Provider = (typeof providers)[number];

const providerKeyRow = {
  provider: narrowed<"openai" | "anthropic" | "gemini">(types.text),
  sealedKey: providerKeys.sealedKey,
};

type ProviderKeyRow = ValuesOf<typeof providerKeyRow>;

const list = statement(
  "workspace.provider_keys_of_workspace",
  { workspaceId: providerKeys.workspaceId },
  providerKeyRow,
  sql`select ${providerKeys.provider}, ${providerKeys.sealedKey} from ${providerKeys} where ${providerKeys.workspaceId} = $workspaceId`,
);

export function selectProviderKeys(db: Db, workspaceId: string): Promise<ProviderKeyRow[]> {
  return db.rows(list, { workspaceId });
}

const one = statement(
  "workspace.provider_key",
  { workspaceId: providerKeys.workspaceId, provider: narrowed<"openai" | "anthropic" | "gemini">(types.text) },
  { sealedKey: providerKeys.sealedKey, dailyTokenBudget: workspaces.dailyTokenBudget },
  sql`select ${providerKeys.sealedKey}, ${workspaces.dailyTokenBudget}
   from ${providerKeys} join ${workspaces} on ${workspaces}.${workspaces.workspaceId} = ${providerKeys}.${providerKeys.workspaceId}
   where ${providerKeys}.${providerKeys.workspaceId} = $workspaceId and ${providerKeys.provider} = $provider`,
);

/** The sealed key of one provider with its restrictions, or undefined when the workspace has none. */
export function selectProviderKey(
  db: Db,
  workspaceId: string,
  provider: Provider,
): Promise<{ sealedKey: string; dailyTokenBudget: number | null } | undefined> {
  return db.row(one, { workspaceId, provider });
}

const budget = statement(
  "workspace.daily_token_budget",
  { workspaceId: workspaces.workspaceId },
  { dailyTokenBudget: workspaces.dailyTokenBudget },
  sql`select ${workspaces.dailyTokenBudget} from ${workspaces} where ${workspaces.workspaceId} = $workspaceId`,
);

/** The workspace's token budget for one day; undefined when there is none. */
export async function selectDailyTokenBudget(db: Db, workspaceId: string): Promise<number | undefined> {
  return (await db.row(budget, { workspaceId }))?.dailyTokenBudget ?? undefined;
}

interface AiModelsChanges {
  readonly workspaceId: string;
  /** In the order of `sealedKeys`. */
  readonly providers: readonly Provider[];
  readonly sealedKeys: readonly string[];
  readonly removed: readonly Provider[];
  /** Null keeps the budget, 0 removes the limit. */
  readonly dailyTokenBudget: number | null;
}

const change = statement(
  "workspace.change_ai_models",
  {
    workspaceId: providerKeys.workspaceId,
    removed: narrowed<readonly ("openai" | "anthropic" | "gemini")[]>(listOf(types.text)),
    providers: narrowed<readonly ("openai" | "anthropic" | "gemini")[]>(listOf(types.text)),
    sealedKeys: listOf(types.text),
    dailyTokenBudget: nullable(types.bigint),
  },
  {},
  sql`with gone as (
     delete from ${providerKeys} where ${providerKeys.workspaceId} = $workspaceId and ${providerKeys.provider} = any($removed::text[])
   ), bounded as (
     update ${workspaces} set ${workspaces.dailyTokenBudget} = nullif($dailyTokenBudget::bigint, 0)
     where ${workspaces.workspaceId} = $workspaceId and $dailyTokenBudget::bigint is not null
   )
   insert into ${providerKeys} (${providerKeys.workspaceId}, ${providerKeys.provider}, ${providerKeys.sealedKey})
   select $workspaceId, given.provider, given.sealed_key
   from unnest($providers::text[], $sealedKeys::text[]) as given (provider, sealed_key)
   order by given.provider
   on conflict (${providerKeys.workspaceId}, ${providerKeys.provider}) do update
   set ${providerKeys.sealedKey} = excluded.${providerKeys.sealedKey}`,
);

/** Stores and removes keys, and changes the budget, in one statement. No provider may be in both lists. */
export async function changeAiModels(db: Db, changes: AiModelsChanges): Promise<void> {
  await db.run(change, changes);
}
