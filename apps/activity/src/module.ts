import { ActivityService, CollaborationService } from "@parley/contracts/activity";
import { defaultPorts } from "@parley/contracts/defaults";
import { NotificationsService } from "@parley/contracts/notifications";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { accessChangedTopic, credentialsChangedTopic } from "@parley/contracts/topics";
import { UsersService } from "@parley/contracts/users";
import { AuditService, ConfigsService, UsageService, WorkspaceService } from "@parley/contracts/workspace";
import { databaseSettings, migrateCommand, openDatabase, spreadCommands } from "@parley/database";
import { DocumentAccess } from "@parley/document-access";
import { erasureSettings, listPlacesOf, removalCommands, removeOldOfKeys, useErasure } from "@parley/erasure";
import { SingleFlight } from "@parley/kernel";
import { deadLetterCommands, listener, messagingSettings, reportUsage, usageSettings, useMessaging } from "@parley/messaging";
import { defineModule, port, recordOperators } from "@parley/runtime";
import { migrations } from "../migrations/index.ts";
import { removeOldActivities } from "./activity-log/old-activities.store.ts";
import { KeyOptions, TriggerPolicy } from "./changes/write-policy.ts";
import { erasers } from "./erasure/erasers.ts";
import { tokenFence } from "./erasure/removals.ts";
import type { FeedPage } from "./feed/change.ts";
import { FeedWatch } from "./feed/feed-watch.ts";
import { tellRemoval } from "./feed/markers.ts";
import { messages } from "./messages.ts";
import { StoredUsers } from "./people/stored-users.ts";
import { Documents } from "./places/documents.ts";
import { settledBefore, spread } from "./places/spread.ts";
import { quotaSettings, quotasOf } from "./quotas.ts";
import { keepIndexes, removeIndexOf } from "./search/keep-indexes.ts";
import { activityHandlers, collaborationHandlers } from "./service.ts";
import { limitSettings, limitsOf } from "./threads/limits.ts";
import { UnreadThreads } from "./threads/unread-threads.ts";

const schema = "activity";
// A stream has no deadline of its own. This is the deadline of the statements that read one page for it.
const readWithinMs = 15_000;
const schemaSettings = databaseSettings("ACTIVITY");

/** Comment annotations, comments, reactions, recordings and the activity log. */
export const activityModule = defineModule({
  name: "activity",
  config: { ...schemaSettings, ...messagingSettings, ...erasureSettings, ...quotaSettings, ...limitSettings, ...usageSettings },
  serves: {
    services: [ActivityService, CollaborationService],
    port: port("PARLEY_ACTIVITY_PORT", { description: "RPC port of the activity service.", default: defaultPorts.activity }),
  },
  uses: [OrganizationDirectoryService, ConfigsService, UsageService],
  asks: [UsersService, OrganizationDirectoryService, WorkspaceService, AuditService, NotificationsService],
  calls: [
    ConfigsService.method.getApiKeyConfig,
    ConfigsService.method.getEmailConfig,
    ConfigsService.method.getWebhookConfig,
    ConfigsService.method.listKeyRetentions,
    ConfigsService.method.listSearchKeys,
    UsageService.method.recordUsage,
    AuditService.method.beginAuditRecord,
    AuditService.method.finishAuditRecord,
    WorkspaceService.method.listOpenErasures,
    UsersService.method.listOpenErasures,
    UsersService.method.getProfiles,
    NotificationsService.method.listUnreadThreads,
  ],
  async mount(host, config) {
    const database = await openDatabase(host, schema, config, migrations, { knowsRepeatedCalls: true, fence: tokenFence });
    const directory = host.client(OrganizationDirectoryService);
    const access = new DocumentAccess(directory);
    const configs = host.client(ConfigsService);
    const usages = host.client(UsageService);
    const usage = reportUsage(host, config, (report) => usages.recordUsage(report));
    const keyOptions = new KeyOptions(configs);
    const triggerPolicy = new TriggerPolicy(configs);
    const searchChanged = keepIndexes(host, database, configs, config.searchKeysMs);
    const listeners = [
      listener(accessChangedTopic, ({ message }) => access.invalidate(message.apiKeyId)),
      listener(credentialsChangedTopic, ({ message }) => {
        keyOptions.invalidate(message.apiKeyId);
        triggerPolicy.invalidate(message.apiKeyId);
        searchChanged();
      }),
    ];
    const owners = {
      users: host.clientIfKnown(UsersService),
      directory: host.clientIfKnown(OrganizationDirectoryService),
      workspace: host.clientIfKnown(WorkspaceService),
    };
    recordOperators(host, host.clientIfKnown(AuditService));
    const ownErasers = erasers(listPlacesOf(directory), removeIndexOf);
    const erasing = useErasure(host, config, {
      service: schema,
      database,
      messages,
      erasers: ownErasers,
      owners,
      settledBefore,
      onBegin: tellRemoval,
    });
    await useMessaging(host, config, { database, messages, listeners, consumers: erasing.consumers, workers: erasing.workers });
    removeOldOfKeys(host, {
      what: "activities",
      daysOf: ({ activitiesDays }) => activitiesDays,
      remove: (keys, limit) => removeOldActivities(database, keys, limit),
    });
    const storedUsers = new StoredUsers(owners.users);
    const limits = { ...quotasOf(database, config), ...limitsOf(config) };
    const feed = new FeedWatch(host, database);
    const feedPages = new SingleFlight<FeedPage>(readWithinMs);
    const unreadThreads = new UnreadThreads(host.clientIfKnown(NotificationsService));
    const documents = new Documents(directory);
    const reading = { feed, feedPages, storedUsers, unreadThreads };
    const context = { database, erasers: ownErasers, access, documents, keyOptions, triggerPolicy, limits, usage, ...reading };
    host.serve(ActivityService, activityHandlers(context));
    host.serve(CollaborationService, collaborationHandlers(context));
  },
  commands: {
    migrate: migrateCommand(schemaSettings, schema, migrations),
    ...deadLetterCommands(schemaSettings, messages),
    ...removalCommands(schema),
    ...spreadCommands(schemaSettings, spread),
  },
});
