import type { ServiceImpl } from "@connectrpc/connect";
import type { WorkspaceService } from "@parley/contracts/workspace";
import type { Database } from "@parley/database";
import type { SealingKey } from "@parley/kernel";
import type { TokenUses } from "./credentials/token-uses.ts";
import type { Sealer } from "./sealing/sealer.ts";
import type { MasterKeys } from "./sealing/sealing.ts";
import type { WebhookUrlRules } from "./webhooks/webhook-url.ts";

/** What a handler may touch. */
export interface Context {
  readonly database: Database;
  /** Seals and opens the secrets of workspaces. */
  readonly sealer: Sealer;
  /** Seals what belongs to no workspace and does not outlive a day: kept answers. */
  readonly masterKeys: MasterKeys;
  /** What the gateways have as well: they open what is sealed for them. */
  readonly sealingKeys: readonly [SealingKey, ...SealingKey[]];
  /** Hears of each token that was shown and found good. */
  readonly tokenUses: TokenUses;
  readonly webhookUrls: WebhookUrlRules;
  /** Where browsers reach the gateway. */
  readonly publicUrl: string | undefined;
  readonly maxDomains: number;
  readonly maxAuthTokens: number;
  /** How long a claimed idempotency key is held for a gateway that says no more. */
  readonly idempotencyLeaseMs: number;
}

export type Handler<Method extends keyof ServiceImpl<typeof WorkspaceService>> = ServiceImpl<typeof WorkspaceService>[Method];
