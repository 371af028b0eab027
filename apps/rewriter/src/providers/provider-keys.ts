import { createHash } from "node:crypto";
import type { Client } from "@connectrpc/connect";
import { AiProvider, type SecretsService } from "@parley/contracts/workspace";
import { RevalidatingCache } from "@parley/runtime";
import type { ProviderName } from "./model-route.ts";

/** A provider's key, with a name for logs and breakers: two keys never share a name, and the name reveals nothing of the key. */
export interface ProviderKey {
  readonly text: string;
  readonly name: string;
  /** The workspace's token budget for one day; 0 for no limit. */
  readonly dailyTokenBudget: number;
}

const providers = {
  openai: AiProvider.OPENAI,
  anthropic: AiProvider.ANTHROPIC,
  gemini: AiProvider.GEMINI,
} as const satisfies Record<ProviderName, AiProvider>;

// A removed or replaced key is used for at most 5 s; a key in use is reloaded a little earlier, so that no call waits.
const maxAgeMs = 5_000;
const revalidateAfterMs = 3_500;
const maxKept = 10_000;

/** The keys that workspaces have configured, loaded from the workspace service. */
export class ProviderKeys {
  readonly #secrets: Client<typeof SecretsService>;
  readonly #cache = new RevalidatingCache<ProviderKey>({ max: maxKept, maxAgeMs, revalidateAfterMs });

  constructor(secrets: Client<typeof SecretsService>) {
    this.#secrets = secrets;
  }

  /** Undefined when the workspace has no key for the provider. */
  of(workspaceId: string, provider: ProviderName): Promise<ProviderKey | undefined> {
    return this.#cache.get(`${provider} ${workspaceId}`, () => this.#ask(workspaceId, provider));
  }

  async #ask(workspaceId: string, provider: ProviderName): Promise<ProviderKey | undefined> {
    const { key, dailyTokenBudget } = await this.#secrets.getProviderKey({ workspaceId, provider: providers[provider] });
    if (key === "") return undefined;
    const name = `${provider} ${createHash("sha256").update(key).digest("base64url")}`;
    return { text: key, name, dailyTokenBudget: Number(dailyTokenBudget) };
  }
}
