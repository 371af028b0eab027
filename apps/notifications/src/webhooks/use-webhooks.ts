import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { UsersService } from "@parley/contracts/users";
import { ConfigsService, SecretsService } from "@parley/contracts/workspace";
import type { Database } from "@parley/database";
import type { DocumentAccess } from "@parley/document-access";
import { EgressRules } from "@parley/egress";
import { removeOldOfKeys } from "@parley/erasure";
import { type Consumer, removeOld, type UsageMeter, type Worker } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import type { WebhookContext } from "../context.ts";
import { BodyTexts } from "./bodies/body-texts.ts";
import { ContactStandings } from "./bodies/contact-standings.ts";
import { PlaceNames } from "./bodies/place-names.ts";
import { StoredUsers } from "./bodies/stored-users.ts";
import { DeliveryConfigs } from "./config/delivery-configs.ts";
import type { WebhookConfigSettings } from "./config/settings.ts";
import { dnsResolveHost, EgressGuard } from "./guard/egress-guard.ts";
import { recoveryWorker } from "./log/recovery-worker.ts";
import { removeOldDeliveries, removeOldDeliveriesOfKeys, removeOldRecoveries } from "./log/webhook-retention.store.ts";
import { onRemovalCompleted } from "./on-removal-completed.ts";
import { onTrigger } from "./on-trigger.ts";
import { type KeyChange, MovedEndpoints } from "./queue/moved-endpoints.ts";
import { type WebhookQueue, webhookQueue } from "./queue/webhook-queue.ts";
import { EndpointPools } from "./sending/endpoint-pools.ts";
import { WebhookSender } from "./sending/webhook-sender.ts";
import { TestSender } from "./testing/test-sender.ts";

const removalRestMs = 60_000;

interface Webhooks {
  readonly context: WebhookContext;
  readonly consumer: Consumer;
  /** The consumer of completed removals, which name no person. */
  readonly removals: Consumer;
  readonly worker: Worker;
  /** To be called when the configuration of an API key has changed. */
  readonly onChange: (change: KeyChange) => void;
}

interface Kept {
  readonly database: Database;
  /** Counts the deliveries that endpoints have accepted. */
  readonly usage: Pick<UsageMeter, "count">;
  readonly access: DocumentAccess;
}

/** Delivers webhooks from this process from now on. The returned handlers, consumers and workers must be registered. */
export function useWebhooks(host: Host, settings: WebhookConfigSettings, { database, usage, access }: Kept): Webhooks {
  const { log, metrics } = host;
  const guard = new EgressGuard(new EgressRules({ networks: settings.egressAllow, ports: settings.egressPorts }), dnsResolveHost());
  const pools = new EndpointPools({
    guard,
    connectTimeoutMs: settings.webhookConnectTimeoutMs,
    connections: settings.webhookEndpointConcurrency,
    max: settings.webhookEndpointPools,
  });
  const workspaceConfigs = host.client(ConfigsService);
  const configs = new DeliveryConfigs({ configs: workspaceConfigs, secrets: host.client(SecretsService) }, settings.webhookConfigOutageMs);
  const webhookSender = new WebhookSender({ guard, pools, timeoutMs: settings.webhookTimeoutMs });
  const names = new PlaceNames(host.client(OrganizationDirectoryService));
  const users = host.client(UsersService);
  const texts = new BodyTexts(database, { names, users: new StoredUsers(users), standings: new ContactStandings(users, access) });
  const onDeliveries = () => queue.wake();
  const queue: WebhookQueue = webhookQueue({ database, usage, configs, texts, webhookSender, settings, onDeliveries, log, metrics });
  const movedEndpoints = new MovedEndpoints({ database, configs, queue, log });
  const ageMs = settings.webhookRetentionDays * 86_400_000;
  removeOld(host, "webhook deliveries", removalRestMs, (limit) => removeOldDeliveries(database, ageMs, limit));
  removeOldOfKeys(host, {
    what: "webhook deliveries",
    daysOf: ({ deliveriesDays }) => deliveriesDays,
    remove: (keys, limit) => removeOldDeliveriesOfKeys(database, keys, limit),
  });
  removeOld(host, "webhook recoveries", removalRestMs, (limit) => removeOldRecoveries(database, ageMs, limit));
  host.onStart(async () => {
    queue.start();
  });
  host.onStop(async () => {
    await movedEndpoints.stop();
    await queue.stop();
    await pools.close();
  });
  return {
    context: { database, workspaceConfigs, configs, texts, testSender: new TestSender(queue, webhookSender), onDeliveries },
    consumer: onTrigger({ configs, texts, onDeliveries }),
    removals: onRemovalCompleted({ configs, onDeliveries }),
    worker: recoveryWorker(database, onDeliveries),
    onChange: (change) => {
      configs.invalidate(change.apiKeyId);
      movedEndpoints.onChange(change);
    },
  };
}
