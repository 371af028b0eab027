import { defaultPorts } from "@parley/contracts/defaults";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { UsersService } from "@parley/contracts/users";
import { AuditService, UsageService, WorkspaceService } from "@parley/contracts/workspace";
import { databaseSettings, migrateCommand, openDatabase } from "@parley/database";
import { erasureSettings, removalCommands, useErasure } from "@parley/erasure";
import { backlogSettings, deadLetterCommands, messagingSettings, reportBacklog, useMessaging } from "@parley/messaging";
import { constant, defineModule, port, recordOperators } from "@parley/runtime";
import { migrations } from "../migrations/index.ts";
import { erasers } from "./erasure/erasers.ts";
import { LiveTrees } from "./erasure/live-trees.ts";
import { erasures } from "./erasure/removals.ts";
import { messages } from "./messages.ts";
import { quotaSettings, quotasOf } from "./quotas.ts";
import { eraseAgain } from "./restored/erase-again.ts";
import { handlers } from "./service.ts";

const schema = "directory";
const schemaSettings = databaseSettings("ORGANIZATION_DIRECTORY");

/** Organizations, folders, documents, locations, and users' access to them. */
export const organizationDirectoryModule = defineModule({
  name: "organization-directory",
  config: {
    ...schemaSettings,
    ...messagingSettings,
    ...erasureSettings,
    ...backlogSettings,
    ...quotaSettings,
    /** Longest metadata of one organization, folder, document or location, in bytes of JSON. */
    maxMetadataBytes: constant(16 * 1024),
    /** Maximum depth of nested folders. */
    maxFolderDepth: constant(100),
  },
  serves: {
    services: [OrganizationDirectoryService],
    port: port("PARLEY_ORGANIZATION_DIRECTORY_PORT", {
      description: "RPC port of the organization directory.",
      default: defaultPorts.organization_directory,
    }),
  },
  uses: [],
  asks: [UsersService, WorkspaceService, AuditService, UsageService],
  calls: [
    UsersService.method.listOpenErasures,
    WorkspaceService.method.listOpenErasures,
    AuditService.method.beginAuditRecord,
    AuditService.method.finishAuditRecord,
    AuditService.method.recordRemoval,
    UsageService.method.recordMinutes,
  ],
  async mount(host, config) {
    const database = await openDatabase(host, schema, config, migrations, { knowsRepeatedCalls: true });
    const owners = {
      users: host.clientIfKnown(UsersService),
      workspace: host.clientIfKnown(WorkspaceService),
    };
    const audit = host.clientIfKnown(AuditService);
    recordOperators(host, audit);
    const trees = new LiveTrees(database);
    const erasing = useErasure(host, config, {
      service: schema,
      database,
      messages,
      erasers: erasers(database, trees),
      owner: { erasures, eraseAgain, keeper: audit },
      owners,
    });
    const usage = host.clientIfKnown(UsageService);
    reportBacklog(host, config, {
      read: async () => (await erasures.open(database)).map(({ apiKeyId, open }) => ({ apiKeyId, openPlaceRemovals: BigInt(open) })),
      record: usage && ((minutes) => usage.recordMinutes({ minutes })),
    });
    await useMessaging(host, config, {
      database,
      messages,
      consumers: erasing.consumers,
      workers: erasing.workers,
    });
    const { maxMetadataBytes: metadataBytes, maxFolderDepth: folderDepth } = config;
    const limits = { ...quotasOf(database, config), metadataBytes, folderDepth };
    host.serve(OrganizationDirectoryService, handlers({ database, trees, limits }));
  },
  commands: {
    migrate: migrateCommand(schemaSettings, schema, migrations),
    ...deadLetterCommands(schemaSettings, messages),
    ...removalCommands(schema),
  },
});
