import type { Client } from "@connectrpc/connect";
import { type AccessType, defaultAccessType, isAccessType } from "@parley/contracts/organization-directory";
import type { ConfigsService } from "@parley/contracts/workspace";
import { questionTimeMs } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import { RevalidatingCache } from "@parley/runtime";

const kept = 20_000;
// Those who ask keep the answer for a few seconds themselves, and the two together stay below 5 s.
const freshness = { maxAgeMs: 1_000, revalidateAfterMs: 500 };

/** The access type of documents that have none, by API key. */
export class AccessDefaults {
  readonly #configs: Pick<Client<typeof ConfigsService>, "getApiKeyConfig"> | undefined;
  readonly #types = new RevalidatingCache<AccessType>({ max: kept, ...freshness });

  /** Where no workspace service is configured, no API key has a default of its own. */
  constructor(configs: Pick<Client<typeof ConfigsService>, "getApiKeyConfig"> | undefined) {
    this.#configs = configs;
  }

  async of(apiKeyId: string): Promise<AccessType> {
    const configs = this.#configs;
    if (configs === undefined) return defaultAccessType;
    return (await this.#types.get(apiKeyId, () => ask(configs, apiKeyId))) ?? defaultAccessType;
  }
}

async function ask(configs: Pick<Client<typeof ConfigsService>, "getApiKeyConfig">, apiKeyId: string): Promise<AccessType> {
  try {
    const { config } = await configs.getApiKeyConfig({ apiKeyId }, { timeoutMs: questionTimeMs() });
    const type = config?.defaultDocumentAccessType ?? "";
    return isAccessType(type) ? type : defaultAccessType;
  } catch (error) {
    // The key was deleted; its data follows.
    if (error instanceof RemoteFailure && error.failure?.kind === "not_found") return defaultAccessType;
    throw error;
  }
}
