import type { ServiceImpl } from "@connectrpc/connect";
import type { AuditKeys } from "@parley/audit";
import type {
  AuditService,
  ConfigsService,
  CredentialsService,
  IdempotencyService,
  SecretsService,
  UsageService,
  WorkspaceService,
} from "@parley/contracts/workspace";
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
  /** Seals data that belong to no workspace and are deleted within a day: stored responses. */
  readonly masterKeys: MasterKeys;
  /** Seals links to the webhook pages, which the gateways open. */
  readonly portalKeys: SealingKeys;
  /** Makes a token for an API key or a workspace. */
  readonly makeToken: (principalId: string) => IdentifiedToken;
  /** Records each valid token that was presented. */
  readonly tokenUses: TokenUses;
  /** The progress of API keys' search indexes. */
  readonly searchIndexes: SearchIndexes;
  readonly webhookUrls: WebhookUrlRules;
  /** Allowed addresses of customers' mail servers. */
  readonly mailServers: EgressRules;
  /** The URL at which browsers reach the gateway. */
  readonly publicUrl: string | undefined;
  readonly maxDomains: number;
  readonly maxAuthTokens: number;
  /** The limits of every API key. */
  readonly keyCeilings: KeyCeilings;
  /** Most API keys of one workspace. */
  readonly maxApiKeys: number;
  /** The quota of a caller's idempotency keys. */
  readonly idempotencyKeys: Quota;
  /** The quota of the bytes of a caller's stored responses. */
  readonly keptAnswers: KeptAnswers;
  /** The keys that sign checkpoints of the audit log. */
  readonly auditKeys: AuditKeys;
  readonly auditRetentionMs: number;
  readonly auditSealer: AuditSealer;
  /** The issuer of removal certificates: the gateway's URL, or the product's name. */
  readonly issuer: string;
  /** The installation's settings about copies that removals do not reach. */
  readonly copies: Copies;
  /** How long a claimed idempotency key is held for a gateway that does not report back. */
  readonly idempotencyLeaseMs: number;
}

/** All RPCs by name: the seven services have no two of the same name. */
type Implementation = ServiceImpl<typeof WorkspaceService> &
  ServiceImpl<typeof CredentialsService> &
  ServiceImpl<typeof ConfigsService> &
  ServiceImpl<typeof SecretsService> &
  ServiceImpl<typeof AuditService> &
  ServiceImpl<typeof UsageService> &
  ServiceImpl<typeof IdempotencyService>;

export type Handler<Method extends keyof Implementation> = Implementation[Method];
