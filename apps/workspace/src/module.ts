import { ActivityService } from "@parley/contracts/activity";
import { defaultPorts } from "@parley/contracts/defaults";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { topics } from "@parley/contracts/topics";
import { UsersService } from "@parley/contracts/users";
import {
  AuditService,
  ConfigsService,
  CredentialsService,
  IdempotencyService,
  SecretsService,
  UsageService,
  WorkspaceService,
} from "@parley/contracts/workspace";
import { atStart, databaseSettings, migrateCommand, openDatabase, rowQuota, withCommandDatabase } from "@parley/database";
import { EgressRules, egressSettings } from "@parley/egress";
import { erasureSettings, removalCommands, useErasure } from "@parley/erasure";
import { authTokenKeyOf, derivedFrom, gatewayKeyOf, webhookPortalKeyOf } from "@parley/kernel";
import { createTopicsCommand, deadLetterCommands, messagingSettings, topicSettings, useMessaging } from "@parley/messaging";
import {
  command,
  constant,
  defineModule,
  flag,
  integer,
  keyLimitSettings,
  masterKeys,
  port,
  publicUrl,
  recordOperators,
  text,
} from "@parley/runtime";
import { migrations } from "../migrations/index.ts";
import { eraseAgain } from "./api-keys/delete-api-key.ts";
import { SearchIndexes } from "./api-keys/search-indexes.ts";
import { keepAuditLog } from "./audit/audit-sealer.ts";
import { auditKeysOf, auditRetentionMs, auditSettings, retiredText } from "./audit/audit-settings.ts";
import { forgetActor } from "./audit/forget-actor.ts";
import { logCheckpoints } from "./audit/log-checkpoints.ts";
import type { Context } from "./context.ts";
import { tokenMaker } from "./credentials/auth-token.ts";
import { TokenUses, writeTokenUses } from "./credentials/token-uses.ts";
import { erasers } from "./erasure/erasers.ts";
import { erasures } from "./erasure/removals.ts";
import { idempotencySettings, removeOldIdempotencyRecords } from "./idempotency/idempotency.ts";
import { countIdempotencyKeys } from "./idempotency/idempotency-records.store.ts";
import { KeptAnswers } from "./idempotency/kept-answers.ts";
import { messages } from "./messages.ts";
import { removeOldMinutes } from "./minutes/remove-old-minutes.ts";
import { certificateSettings, keepCertificates } from "./removals/keep-certificates.ts";
import { copiesOf } from "./removals/not-covered.ts";
import { keepCertificate } from "./removals/record-removal.ts";
import { dataKeySource } from "./sealing/data-keys.store.ts";
import { checkMasterKeys, rewrapDataKeys } from "./sealing/rewrap.ts";
import { rotateDataKeys } from "./sealing/rotate-data-keys.ts";
import { Sealer } from "./sealing/sealer.ts";
import { MasterKeys } from "./sealing/sealing.ts";
import { secretsCommands } from "./secrets/commands.ts";
import {
  auditHandlers,
  configsHandlers,
  credentialsHandlers,
  idempotencyHandlers,
  secretsHandlers,
  usageHandlers,
  workspaceHandlers,
} from "./service.ts";
import { keyCeilings } from "./settings/key-limits.ts";
import { removeOldUsage } from "./usage/record-usage.ts";
import { removeOldRevocations } from "./user-tokens/revoke-user-tokens.ts";

const schema = "workspace";
const schemaSettings = databaseSettings("WORKSPACE");
const sealingSettings = { ...schemaSettings, masterKeys: masterKeys() };

/** Workspaces, API keys, credentials, and the configuration of each key. */
export const workspaceModule = defineModule({
  name: "workspace",
  config: {
    ...sealingSettings,
    ...messagingSettings,
    ...topicSettings,
    ...erasureSettings,
    ...egressSettings,
    ...auditSettings,
    ...certificateSettings,
    publicUrl: publicUrl(),
    allowHttpWebhooks: flag("PARLEY_WEBHOOK_ALLOW_HTTP", {
      description: "Whether webhook URLs may be http as well as https; for development and closed networks.",
      default: false,
    }),
    maxDomains: integer("PARLEY_WORKSPACE_MAX_DOMAINS", {
      description: "Most allowed domains of one API key.",
      default: 10_000,
      min: 1_000,
      max: 100_000,
    }),
    maxAuthTokens: integer("PARLEY_WORKSPACE_MAX_AUTH_TOKENS", {
      description: "Most auth tokens of one API key, and of one workspace (of that 1,000 at most).",
      default: 100,
      min: 2,
      max: 10_000,
    }),
    ...keyLimitSettings,
    maxApiKeys: integer("PARLEY_WORKSPACE_MAX_API_KEYS", {
      description: "Most API keys of one workspace.",
      default: 10_000,
      min: 1,
      max: 1_000_000,
    }),
    /** Milliseconds between two writes of the tokens that were used; each token is recorded at most once a minute. */
    tokenUsesMs: constant(5_000),
    /** Most unwrapped data keys that are cached in memory; each is one version of one workspace. */
    dataKeysKept: constant(10_000),
    ...idempotencySettings,
  },
  serves: {
    services: [WorkspaceService, CredentialsService, ConfigsService, SecretsService, AuditService, UsageService, IdempotencyService],
    port: port("PARLEY_WORKSPACE_PORT", { description: "RPC port of the workspace service.", default: defaultPorts.workspace }),
  },
  uses: [],
  asks: [UsersService, OrganizationDirectoryService, AuditService, ActivityService],
  calls: [
    ActivityService.method.getSearchIndex,
    UsersService.method.listOpenErasures,
    OrganizationDirectoryService.method.listOpenErasures,
    AuditService.method.beginAuditRecord,
    AuditService.method.finishAuditRecord,
  ],
  async mount(host, config) {
    const database = await openDatabase(host, schema, config, migrations, { knowsRepeatedCalls: true });
    const owners = {
      users: host.clientIfKnown(UsersService),
      directory: host.clientIfKnown(OrganizationDirectoryService),
    };
    recordOperators(host, host.clientIfKnown(AuditService));
    const auditKeys = auditKeysOf(config.auditKeys, config.masterKeys);
    const retentionMs = auditRetentionMs(config.auditRetentionDays);
    const issuer = config.publicUrl ?? "parley";
    const certifying = { database, auditKeys, auditRetentionMs: retentionMs, issuer, copies: copiesOf(config) };
    const keeper = { recordRemoval: (removal: Parameters<typeof keepCertificate>[1]) => keepCertificate(certifying, removal) };
    const owner = { erasures, eraseAgain, keeper };
    const erasing = useErasure(host, config, { service: schema, database, messages, erasers, owner, owners });
    await useMessaging(host, config, {
      database,
      messages,
      consumers: erasing.consumers,
      workers: erasing.workers,
    });
    const keys = new MasterKeys(config.masterKeys);
    await atStart(host, config, () => checkMasterKeys(database, keys));
    const { publicUrl, maxDomains, maxAuthTokens, maxApiKeys, idempotencyLeaseMs } = config;
    const networks = config.egressAllow;
    const webhookUrls = { allowHttp: config.allowHttpWebhooks, egress: new EgressRules({ networks, ports: config.egressPorts }) };
    const mailServers = new EgressRules({ networks, ports: config.egressSmtpPorts });
    const sealer = new Sealer(keys, dataKeySource(database), config.dataKeysKept);
    const auditSealer = keepAuditLog(host, database, { unknownAfterMs: config.auditUnknownAfterMs, retentionMs });
    logCheckpoints(host, database, { key: auditKeys.signing[0], retentionMs }, config.auditCheckpointMs);
    const tokenUses = new TokenUses();
    writeTokenUses(host, database, tokenUses, config.tokenUsesMs);
    const context: Context = {
      sealer,
      tokenUses,
      searchIndexes: new SearchIndexes(host.clientIfKnown(ActivityService)),
      masterKeys: keys,
      makeToken: tokenMaker(authTokenKeyOf(gatewayKeyOf(config.masterKeys[0]))),
      portalKeys: derivedFrom(config.masterKeys, (key) => webhookPortalKeyOf(gatewayKeyOf(key))),
      webhookUrls,
      mailServers,
      publicUrl,
      maxDomains,
      maxAuthTokens,
      maxApiKeys,
      keyCeilings: keyCeilings(config),
      idempotencyKeys: rowQuota(database, "idempotency key", config.maxIdempotencyKeys, countIdempotencyKeys),
      keptAnswers: new KeptAnswers(config.idempotencyKeptBytes),
      idempotencyLeaseMs,
      ...certifying,
      auditSealer,
    };
    host.serve(WorkspaceService, workspaceHandlers(context));
    host.serve(CredentialsService, credentialsHandlers(context));
    host.serve(ConfigsService, configsHandlers(context));
    host.serve(SecretsService, secretsHandlers(context));
    host.serve(AuditService, auditHandlers(context));
    host.serve(UsageService, usageHandlers(context));
    host.serve(IdempotencyService, idempotencyHandlers(context));
    removeOldIdempotencyRecords(host, database, config.idempotencyRemovalMs);
    removeOldMinutes(host, database);
    removeOldUsage(host, database);
    removeOldRevocations(host, database);
    keepCertificates(host, database);
  },
  commands: {
    migrate: migrateCommand(schemaSettings, schema, migrations),
    ...deadLetterCommands(schemaSettings, messages),
    ...removalCommands(schema),
    "create-topics": createTopicsCommand(topics),
    ...secretsCommands,
    "retired-audit-keys": command({
      description: "Print the keys of the audit log as retired entries of PARLEY_AUDIT_KEYS, to be listed after new ones.",
      config: { masterKeys: masterKeys(), auditKeys: auditSettings.auditKeys },
      run: async (config) => retiredText(auditKeysOf(config.auditKeys, config.masterKeys), Date.now()),
    }),
    "forget-audit-actor": command({
      description:
        "Erase the actor that PARLEY_FORGET_ACTOR names, with addresses and user agents, from the audit log of PARLEY_FORGET_WORKSPACE.",
      config: {
        ...schemaSettings,
        workspaceId: text("PARLEY_FORGET_WORKSPACE", { description: "The id of the workspace." }),
        actorName: text("PARLEY_FORGET_ACTOR", {
          description: "The name of the token, or the person of sessions, as the audit log has it.",
        }),
      },
      run: (config) =>
        withCommandDatabase(config, schema, async (database) => {
          return `Erased the actor from ${await forgetActor(database, config.workspaceId, config.actorName)} records.`;
        }),
    }),
    rewrap: command({
      description: "Wrap every data key under the newest master key.",
      config: sealingSettings,
      run: (config) =>
        withCommandDatabase(config, schema, async (database) => {
          const keys = new MasterKeys(config.masterKeys);
          return `Wrapped ${await rewrapDataKeys(database, keys)} data keys under the master key ${keys.newestId}.`;
        }),
    }),
    "rotate-data-keys": command({
      description: "Make a new data key for each workspace.",
      config: sealingSettings,
      run: (config) =>
        withCommandDatabase(config, schema, async (database) => {
          return `Made ${await rotateDataKeys(database, new MasterKeys(config.masterKeys))} new data keys.`;
        }),
    }),
  },
});
