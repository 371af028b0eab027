import { ActivityService } from "@parley/contracts/activity";
import { defaultPorts } from "@parley/contracts/defaults";
import { NotificationsService } from "@parley/contracts/notifications";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { UsersService } from "@parley/contracts/users";
import { AuditService, ConfigsService, CredentialsService, UsageService, WorkspaceService } from "@parley/contracts/workspace";
import { databaseSettings, migrateCommand, openDatabase } from "@parley/database";
import { erasureSettings, listPlacesOf, removalCommands, useErasure } from "@parley/erasure";
import { backlogSettings, deadLetterCommands, messagingSettings, reportBacklog, useMessaging } from "@parley/messaging";
import { constant, defineModule, port, recordOperators } from "@parley/runtime";
import { migrations } from "../migrations/index.ts";
import type { Context } from "./context.ts";
import { erasers } from "./erasure/erasers.ts";
import { beginRemoval, erasures } from "./erasure/owner.ts";
import { deletedGroupsWorker } from "./groups/deleted-groups-worker.ts";
import { AccessDefaults } from "./members/access-defaults.ts";
import { messages } from "./messages.ts";
import { quotaSettings, quotasOf } from "./quotas.ts";
import { handlers } from "./service.ts";

const schema = "users";
const schemaSettings = databaseSettings("USERS");

/** Users, the places that they were added to, the groups of organizations, and access to all data of a user. */
export const usersModule = defineModule({
  name: "users",
  config: {
    ...schemaSettings,
    ...messagingSettings,
    ...erasureSettings,
    ...backlogSettings,
    ...quotaSettings,
    /** Longest metadata of one user, in bytes of JSON. */
    maxMetadataBytes: constant(16 * 1024),
    /**
     * Most bytes of user ids in the response to a request that empties a group; a larger group takes several requests. Less
     * than the largest message between services.
     */
    maxRemovedBytes: constant(6 * 1024 * 1024),
    /**
     * Most bytes of comments, reactions, recordings and notifications in one response of Get all user data. Less than
     * the largest message between services.
     */
    maxUserDataBytes: constant(6 * 1024 * 1024),
  },
  serves: {
    services: [UsersService],
    port: port("PARLEY_USERS_PORT", { description: "RPC port of the users service.", default: defaultPorts.users }),
  },
  uses: [OrganizationDirectoryService, ActivityService, NotificationsService],
  asks: [OrganizationDirectoryService, WorkspaceService, CredentialsService, ConfigsService, AuditService, UsageService],
  calls: [
    WorkspaceService.method.listOpenErasures,
    AuditService.method.beginAuditRecord,
    AuditService.method.finishAuditRecord,
    AuditService.method.recordRemoval,
    UsageService.method.recordMinutes,
    CredentialsService.method.endUserTokens,
    ConfigsService.method.getApiKeyConfig,
  ],
  async mount(host, config) {
    const database = await openDatabase(host, schema, config, migrations, { knowsRepeatedCalls: true });
    const directory = host.client(OrganizationDirectoryService);
    const owners = {
      directory: host.clientIfKnown(OrganizationDirectoryService),
      workspace: host.clientIfKnown(WorkspaceService),
    };
    const audit = host.clientIfKnown(AuditService);
    recordOperators(host, audit);
    const ownErasers = erasers(listPlacesOf(directory));
    const erasing = useErasure(host, config, {
      service: schema,
      database,
      messages,
      erasers: ownErasers,
      owner: { erasures, eraseAgain: async (tx, erasure) => void (await beginRemoval(tx, erasure)), keeper: audit },
      owners,
    });
    const usage = host.clientIfKnown(UsageService);
    reportBacklog(host, config, {
      read: async () => (await erasures.open(database)).map(({ apiKeyId, open }) => ({ apiKeyId, openUserRemovals: BigInt(open) })),
      record: usage && ((minutes) => usage.recordMinutes({ minutes })),
    });
    await useMessaging(host, config, {
      database,
      messages,
      consumers: erasing.consumers,
      workers: [...erasing.workers, deletedGroupsWorker(database)],
    });
    const { maxMetadataBytes: metadataBytes, maxRemovedBytes: removedBytes, maxUserDataBytes: userDataBytes } = config;
    const context: Context = {
      database,
      erasers: ownErasers,
      directory,
      activity: host.client(ActivityService),
      notifications: host.client(NotificationsService),
      tokens: host.clientIfKnown(CredentialsService),
      accessDefaults: new AccessDefaults(host.clientIfKnown(ConfigsService)),
      limits: { ...quotasOf(database, config), metadataBytes, removedBytes, userDataBytes, requestMs: config.erasureApiKeyWaitMs },
    };
    host.serve(UsersService, handlers(context));
  },
  commands: {
    migrate: migrateCommand(schemaSettings, schema, migrations),
    ...deadLetterCommands(schemaSettings, messages),
    ...removalCommands(schema),
  },
});
