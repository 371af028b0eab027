import type { Client } from "@connectrpc/connect";
import type { WorkspaceService } from "@parley/contracts/workspace";
import { RemoteFailure } from "@parley/rpc";
import { RevalidatingCache } from "@parley/runtime";
import { type Limits, toLimits } from "../credentials/key-limits.ts";
import type { Rights } from "../credentials/rights.ts";
import { rightsOf } from "../credentials/workspace-authenticate.ts";

interface Access {
  readonly advancedQueriesEnabled: boolean;
  readonly disabled: boolean;
  /** Of a link what the token may do that made it. */
  readonly rights: Rights;
  readonly limits: Limits;
}

/** A link to the webhook pages, as far as it decides whether the link has been ended. */
interface PortalLink {
  readonly tokenId: string;
  readonly epoch: number;
}

/** The access of workspaces to their API keys, by a session of the console or by a link: what has changed is known within 5 s. */
export class KeyAccess {
  readonly #workspace: Client<typeof WorkspaceService>;
  readonly #known: RevalidatingCache<Access>;

  constructor(workspace: Client<typeof WorkspaceService>, now: () => number = () => performance.now()) {
    this.#workspace = workspace;
    this.#known = new RevalidatingCache({ max: 5_000, maxAgeMs: 4_500, revalidateAfterMs: 2_000, now });
  }

  /** Undefined when the workspace has no such key, and for a link that has been ended. */
  of(workspaceId: string, apiKeyId: string, link?: PortalLink): Promise<Access | undefined> {
    const name = [apiKeyId, workspaceId, ...(link === undefined ? [] : [link.tokenId, link.epoch])].join("\0");
    return this.#known.get(name, () => this.#ask(workspaceId, apiKeyId, link));
  }

  /** Drops what is cached about a key, because it is known to have changed. */
  invalidate(apiKeyId: string): void {
    this.#known.invalidate(apiKeyId);
  }

  async #ask(workspaceId: string, apiKeyId: string, portalLink: PortalLink | undefined): Promise<Access | undefined> {
    try {
      const asked = { workspaceId, apiKeyId, ...(portalLink === undefined ? {} : { portalLink }) };
      const { advancedQueriesEnabled, disabled, rights, limits } = await this.#workspace.getApiKeyAccess(asked);
      return { advancedQueriesEnabled, disabled, rights: rightsOf("link", rights), limits: toLimits(limits) };
    } catch (error) {
      if (error instanceof RemoteFailure && error.failure?.kind === "not_found") return undefined;
      throw error;
    }
  }
}
