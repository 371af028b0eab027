import { defaultPorts } from "@parley/contracts/defaults";
import { EmailsService, InboxService, NotificationsService, WebhooksService } from "@parley/contracts/notifications";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { accessChangedTopic, credentialsChangedTopic, webhookTriggersTopic } from "@parley/contracts/topics";
import { UsersService } from "@parley/contracts/users";
import { AuditService, ConfigsService, SecretsService, UsageService, WorkspaceService } from "@parley/contracts/workspace";
import { databaseSettings, migrateCommand, openDatabase, spreadCommands } from "@parley/database";
import { DocumentAccess } from "@parley/document-access";
import { erasureSettings, listPlacesOf, removalCommands, removeOldOfKeys, useErasure } from "@parley/erasure";
import {
  backlogSettings,
  deadLetterCommands,
  eachOf,
  listener,
  messagingSettings,
  reportBacklog,
  reportUsage,
  usageSettings,
  useMessaging,
} from "@parley/messaging";
import { defineModule, port, recordOperators } from "@parley/runtime";
import { migrations } from "../migrations/index.ts";
import type { Context } from "./context.ts";
import { readWaiting } from "./delivery/waiting.store.ts";
import { emailSettings } from "./emails/config/settings.ts";
import { useEmails } from "./emails/use-emails.ts";
import { onInboxTrigger } from "./entries/on-inbox-trigger.ts";
import { waitingWorker } from "./entries/waiting-worker.ts";
import { erasers } from "./erasure/erasers.ts";
import { tokenFence } from "./erasure/removals.ts";
import { messages } from "./messages.ts";
import { removeOldNotifications } from "./notifications/remove-old-notifications.ts";
import { settledBefore, spread } from "./notifications/rows/spread.ts";
import { sweepWorker } from "./notifications/sweep-worker.ts";
import { quotaSettings, quotasOf } from "./quotas.ts";
import { emailsHandlers, inboxHandlers, notificationsHandlers, webhooksHandlers } from "./service.ts";
import { StoredUsers } from "./webhooks/bodies/stored-users.ts";
import { webhookSettings } from "./webhooks/config/settings.ts";
import { useWebhooks } from "./webhooks/use-webhooks.ts";

const schema = "notifications";
const schemaSettings = databaseSettings("NOTIFICATIONS");

/** Notifications, read state, notification preferences, webhooks and mails. */
export const notificationsModule = defineModule({
  name: "notifications",
  config: {
    ...schemaSettings,
    ...messagingSettings,
    ...erasureSettings,
    ...backlogSettings,
    ...quotaSettings,
    ...webhookSettings,
    ...emailSettings,
    ...usageSettings,
  },
  serves: {
    services: [NotificationsService, InboxService, WebhooksService, EmailsService],
    port: port("PARLEY_NOTIFICATIONS_PORT", { description: "RPC port of the notifications service.", default: defaultPorts.notifications }),
  },
  uses: [OrganizationDirectoryService, UsersService, ConfigsService, SecretsService, UsageService],
  asks: [UsersService, OrganizationDirectoryService, WorkspaceService, AuditService],
  calls: [
    ConfigsService.method.getEmailConfig,
    ConfigsService.method.getWebhookConfig,
    ConfigsService.method.listWebhookEndpoints,
    ConfigsService.method.listKeyRetentions,
    SecretsService.method.getDeliveryEndpoints,
    UsageService.method.recordMinutes,
    UsageService.method.recordUsage,
    AuditService.method.beginAuditRecord,
    AuditService.method.finishAuditRecord,
    WorkspaceService.method.listOpenErasures,
  ],
  async mount(host, config) {
    const database = await openDatabase(host, schema, config, migrations, { knowsRepeatedCalls: true, fence: tokenFence });
    const directory = host.client(OrganizationDirectoryService);
    const access = new DocumentAccess(directory);
    const owners = {
      users: host.clientIfKnown(UsersService),
      directory: host.clientIfKnown(OrganizationDirectoryService),
      workspace: host.clientIfKnown(WorkspaceService),
    };
    recordOperators(host, host.clientIfKnown(AuditService));
    const ownErasers = erasers(listPlacesOf(directory));
    const erasing = useErasure(host, config, { service: schema, database, messages, erasers: ownErasers, owners, settledBefore });
    const limits = quotasOf(database, config);
    const usages = host.client(UsageService);
    const usage = reportUsage(host, config, (report) => usages.recordUsage(report));
    removeOldOfKeys(host, {
      what: "notifications",
      daysOf: ({ notificationsDays }) => notificationsDays,
      remove: (keys, limit) => removeOldNotifications(database, keys, limit),
    });
    const webhooks = useWebhooks(host, config, { database, usage, access });
    const emails = useEmails(host, config, { database, usage, isErased: erasing.isErased });
    const inboxes = { database, users: host.client(UsersService), quota: limits.notifications, isErased: erasing.isErased };
    reportBacklog(host, config, {
      read: () => readWaiting(database),
      record: (minutes) => usages.recordMinutes({ minutes }),
    });
    const listeners = [
      listener(accessChangedTopic, ({ message }) => access.invalidate(message.apiKeyId)),
      listener(credentialsChangedTopic, ({ message }) => {
        webhooks.onChange(message);
        emails.invalidate(message.apiKeyId);
      }),
    ];
    await useMessaging(host, config, {
      database,
      messages,
      listeners,
      consumers: [
        ...erasing.consumers,
        webhooks.removals,
        erasing.guard(eachOf(webhookTriggersTopic, [webhooks.consumer, emails.consumer, onInboxTrigger(inboxes)])),
      ],
      workers: [...erasing.workers, webhooks.worker, emails.worker, sweepWorker(database), waitingWorker(inboxes)],
    });
    const context: Context = {
      database,
      erasers: ownErasers,
      limits,
      directory,
      users: host.client(UsersService),
      storedUsers: new StoredUsers(host.client(UsersService)),
      access,
      fanOutOf: emails.fanOutOf,
      onSweepFailure: (error) =>
        host.log.warn({ err: error }, "Rows of deleted notifications could not be removed; a later deletion will continue."),
    };
    host.serve(NotificationsService, notificationsHandlers(context));
    host.serve(InboxService, inboxHandlers(context));
    host.serve(WebhooksService, webhooksHandlers(webhooks.context));
    host.serve(EmailsService, emailsHandlers(emails.context));
  },
  commands: {
    migrate: migrateCommand(schemaSettings, schema, migrations),
    ...deadLetterCommands(schemaSettings, messages),
    ...removalCommands(schema),
    ...spreadCommands(schemaSettings, spread),
  },
});
