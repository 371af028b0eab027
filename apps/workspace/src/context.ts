import type { ServiceImpl } from "@connectrpc/connect";
import type { AuditKeys } from "@parley/audit";
import type { WorkspaceService } from "@parley/contracts/workspace";
import type { Database } from "@parley/database";
import type { EgressRules } from "@parley/egress";
import type { SealingKeys } from "@parley/kernel";
import type { Quota } from "@parley/runtime";
import type { SearchIndexes } from "./api-keys/search-indexes.ts";
import type { AuditSealer } from "./audit/audit-sealer.ts";
import type { IdentifiedToken } from "./credentials/auth-token.ts";
import type { TokenUses } from "./credentials/token-uses.ts";
import type { KeptAnswers } from "./idempotency/kept-answers.ts";
import type { Copies } from "./removals/not-covered.ts";
import type { Sealer } from "./sealing/sealer.ts";
import type { MasterKeys } from "./sealing/sealing.ts";
import type { KeyCeilings } from "./settings/key-limits.ts";
import type { WebhookUrlRules } from "./webhooks/webhook-url.ts";

/** The dependencies of handlers. */
export interface Context {
  readonly database: Database;
  /** Seals and opens the secrets of workspaces. */
  readonly sealer: Sealer;
  /** Seals what belongs to no workspace and is deleted within a day: stored responses. */
  readonly masterKeys: MasterKeys;
  /** Seals links to the webhook pages, which the gateways open. */
  readonly portalKeys: SealingKeys;
  /** Makes a token for an API key or a workspace. */
  readonly makeToken: (principalId: string) => IdentifiedToken;
  /** Records each token that was presented and found valid. */
  readonly tokenUses: TokenUses;
  /** How far the search indexes of API keys are. */
  readonly searchIndexes: SearchIndexes;
  readonly webhookUrls: WebhookUrlRules;
  /** Where customers' mail servers may be. */
  readonly mailServers: EgressRules;
  /** Where browsers reach the gateway. */
  readonly publicUrl: string | undefined;
  readonly maxDomains: number;
  readonly maxAuthTokens: number;
  /** The limits of every API key. */
  readonly keyCeilings: KeyCeilings;
  /** Most API keys of one workspace. */
  readonly maxApiKeys: number;
  /** The quota of a caller's idempotency keys. */
  readonly idempotencyKeys: Quota;
  /** How much of its responses is stored. */
  readonly keptAnswers: KeptAnswers;
  /** Sign checkpoints of the audit log. */
  readonly auditKeys: AuditKeys;
  readonly auditSealer: AuditSealer;
  /** Who signs certificates of removals: where the gateway is reached, or the product's name. */
  readonly issuer: string;
  /** What the installation knows of copies that removals do not reach. */
  readonly copies: Copies;
  /** For how long a claimed idempotency key is held for a gateway that does not report back. */
  readonly idempotencyLeaseMs: number;
}

export type Handler<Method extends keyof ServiceImpl<typeof WorkspaceService>> = ServiceImpl<typeof WorkspaceService>[Method];
