import type { Client } from "@connectrpc/connect";
import type { WorkspaceService } from "@parley/contracts/workspace";
import { propagate } from "@parley/rpc";
import { RevalidatingCache } from "@parley/runtime";

type Workspace = Pick<Client<typeof WorkspaceService>, "getApiKeyConfig">;

const freshness = { maxAgeMs: 4_500, revalidateAfterMs: 2_000 };
const kept = 20_000;

/** Whether new records of an API key's activity log are immutable: the key's option `activityLogImmutable`, a few seconds old at most. */
export class LogPolicy {
  readonly #workspace: Workspace;
  readonly #policies = new RevalidatingCache<{ readonly immutable: boolean }>({ max: kept, ...freshness });

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Fails with `not_found` when the API key does not exist, as `unavailable` when that cannot be known. */
  async isImmutable(apiKeyId: string): Promise<boolean> {
    const policy = await this.#policies.get(apiKeyId, async () => {
      const { config } = await propagate(["not_found"], () => this.#workspace.getApiKeyConfig({ apiKeyId }));
      return { immutable: config?.activityLogImmutable ?? false };
    });
    return policy?.immutable ?? false;
  }

  /** Asks anew for the option of an API key, because it is known to have changed. */
  forget(apiKeyId: string): void {
    this.#policies.forget(apiKeyId);
  }
}
