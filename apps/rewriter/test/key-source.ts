import type { ServiceImpl } from "@connectrpc/connect";
import { AiProvider, SecretsService, UsageService } from "@parley/contracts/workspace";
import { Failure } from "@parley/kernel";
import { defineModule, type Module, port } from "@parley/runtime";
import type { ProviderName } from "../src/providers/model-route.ts";

const names = { [AiProvider.OPENAI]: "openai", [AiProvider.ANTHROPIC]: "anthropic", [AiProvider.GEMINI]: "gemini" } as const;

/** Keys by provider and workspace (`keyName`). */
export type Keys = Map<string, string>;

/** Daily budgets by workspace. */
export type Budgets = Map<string, number>;

export const providerNames: readonly ProviderName[] = Object.values(names);

export function keyName(provider: ProviderName, workspaceId: string): string {
  return `${provider} ${workspaceId}`;
}

/** A double of the workspace service's methods that the rewriter calls, because a module of another app cannot be imported here. */
export function keySource(keys: Keys, fail = false, budgets: Budgets = new Map()): Module {
  return defineModule({
    name: "workspace",
    config: {},
    serves: { services: [SecretsService, UsageService], port: port("PARLEY_WORKSPACE_PORT", { description: "RPC port.", default: 8081 }) },
    uses: [],
    async mount(host) {
      const implementation: Partial<ServiceImpl<typeof SecretsService>> = {
        getProviderKey: async ({ workspaceId, provider }) => {
          if (fail) throw new Failure("unavailable", "The database is not available.");
          const dailyTokenBudget = BigInt(budgets.get(workspaceId) ?? 0);
          return { key: keys.get(keyName(names[provider as AiProvider.OPENAI], workspaceId)) ?? "", dailyTokenBudget };
        },
      };
      host.serve(SecretsService, implementation as ServiceImpl<typeof SecretsService>);
      host.serve(UsageService, { recordUsage: async () => ({}) } as unknown as ServiceImpl<typeof UsageService>);
    },
  });
}
