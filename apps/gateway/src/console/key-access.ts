import type { Client } from "@connectrpc/connect";
import type { CredentialsService } from "@parley/contracts/workspace";
import { RemoteFailure } from "@parley/rpc";
import { RevalidatingCache } from "@parley/runtime";
import { type Limits, toLimits } from "../credentials/key-limits.ts";
import type { Rights } from "../credentials/rights.ts";
import { rightsOf } from "../credentials/workspace-authenticate.ts";

interface Access {
  readonly advancedQueriesEnabled: boolean;
  readonly disabled: boolean;
  /** Those of the token that created the link; undefined without a link. */
  readonly rights: Rights | undefined;
  readonly limits: Limits;
}

/** The parts of a webhook portal link that decide whether it has been revoked. */
interface PortalLink {
  readonly tokenId: string;
  readonly epoch: number;
}

/** The access of a workspace to its API keys, through a console session or a link: changes take effect within 5 s. */
export class KeyAccess {
  readonly #tokens: Client<typeof CredentialsService>;
  readonly #known: RevalidatingCache<Access>;

  constructor(tokens: Client<typeof CredentialsService>, now: () => number = () => performance.now()) {
    this.#tokens = tokens;
    this.#known = new RevalidatingCache({ max: 5_000, maxAgeMs: 4_500, revalidateAfterMs: 2_000, now });
  }

  /** Undefined when the workspace has no such key, and for a revoked link. */
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
      const { advancedQueriesEnabled, disabled, rights, limits } = await this.#tokens.getApiKeyAccess(asked);
      return { advancedQueriesEnabled, disabled, rights: portalLink && rightsOf("link", rights), limits: toLimits(limits) };
    } catch (error) {
      if (error instanceof RemoteFailure && error.failure?.kind === "not_found") return undefined;
      throw error;
    }
  }
}
