import { defaultPorts } from "@parley/contracts/defaults";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { RewriterService } from "@parley/contracts/rewriter";
import { UsersService } from "@parley/contracts/users";
import { AuditService, SecretsService, UsageService, WorkspaceService } from "@parley/contracts/workspace";
import { migrateCommand, openDatabase } from "@parley/database";
import { removalCommands, useErasure } from "@parley/erasure";
import { deadLetterCommands, reportUsage, useMessaging } from "@parley/messaging";
import { ConcurrencyLimit, defineModule, port, recordOperators } from "@parley/runtime";
import { migrations } from "../migrations/index.ts";
import { CallLog, removeOldCalls } from "./calls/call-log.ts";
import { CallMetrics } from "./calls/call-metrics.ts";
import { rewriterSettings, schemaSettings } from "./calls/settings.ts";
import { erasers } from "./erasure/erasers.ts";
import { CircuitBreakers } from "./limits/circuit-breakers.ts";
import { messages } from "./messages.ts";
import { openProviders, secretsOf } from "./providers/open-providers.ts";
import { ProviderKeys } from "./providers/provider-keys.ts";
import { handlers } from "./service.ts";

const schema = "rewriter";

/** Ask AI: sends texts to the models of AI providers, and records their usage. */
export const rewriterModule = defineModule({
  name: "rewriter",
  config: rewriterSettings,
  serves: {
    services: [RewriterService],
    port: port("PARLEY_REWRITER_PORT", { description: "RPC port of the rewriter.", default: defaultPorts.rewriter }),
  },
  uses: [SecretsService, UsageService],
  asks: [UsersService, OrganizationDirectoryService, WorkspaceService, AuditService],
  calls: [
    SecretsService.method.getProviderKey,
    UsageService.method.recordUsage,
    AuditService.method.beginAuditRecord,
    AuditService.method.finishAuditRecord,
    WorkspaceService.method.listOpenErasures,
    UsersService.method.listOpenErasures,
    OrganizationDirectoryService.method.listOpenErasures,
  ],
  async mount(host, config) {
    const database = await openDatabase(host, schema, config, migrations);
    const owners = {
      users: host.clientIfKnown(UsersService),
      directory: host.clientIfKnown(OrganizationDirectoryService),
      workspace: host.clientIfKnown(WorkspaceService),
    };
    recordOperators(host, host.clientIfKnown(AuditService));
    const erasing = useErasure(host, config, { service: schema, database, messages, erasers, owners });
    await useMessaging(host, config, { database, messages, consumers: erasing.consumers, workers: erasing.workers });
    const usages = host.client(UsageService);
    const usage = reportUsage(host, config, (report) => usages.recordUsage(report));
    const calls = new CallLog(host, database, { maxModels: config.maxModelsPerDay, usage });
    const keySlots = new ConcurrencyLimit({
      running: config.maxCallsPerKey,
      waiting: config.maxWaitingPerKey,
      refusal: "Too many calls of AI models are running for this API key. Try again.",
    });
    const workspaceSlots = new ConcurrencyLimit({
      running: config.maxCallsPerWorkspace,
      waiting: config.maxWaitingPerWorkspace,
      refusal: "Too many calls of AI models are running for this workspace. Try again.",
    });
    const providerSlots = new ConcurrencyLimit({
      running: config.maxCallsPerProvider,
      waiting: config.maxWaitingPerProvider,
      refusal: "Too many calls to this AI provider are running. Try again.",
    });
    host.serve(
      RewriterService,
      handlers({
        database,
        log: host.log,
        providers: openProviders(host, config),
        providerSecrets: secretsOf(config),
        modelPrefixes: config.modelPrefixes,
        keys: new ProviderKeys(host.client(SecretsService)),
        keySlots,
        workspaceSlots,
        providerSlots,
        circuits: new CircuitBreakers({ maxFailures: config.circuitFailures, pauseMs: config.circuitPauseMs }),
        calls,
        metrics: new CallMetrics(host, { calls, providerSlots }),
        retry: { maxAttempts: config.maxAttempts, firstDelayMs: config.retryDelayMs },
        maxInputBytes: config.maxInputBytes,
        timeoutMs: config.timeoutMs,
      }),
    );
    removeOldCalls(host, database, { retentionDays: config.callRetentionDays, intervalMs: config.removalIntervalMs });
  },
  commands: {
    migrate: migrateCommand(schemaSettings, schema, migrations),
    ...deadLetterCommands(schemaSettings, messages),
    ...removalCommands(schema),
  },
});
