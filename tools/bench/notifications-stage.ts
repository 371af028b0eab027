import type { DescService } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { UsersService } from "@parley/contracts/users";
import { AuditService, ConfigsService, SecretsService, UsageService, WorkspaceService } from "@parley/contracts/workspace";
import { type Database, databaseSettings, openDatabase } from "@parley/database";
import { messageStore, messagingSettings, messagingTables, useMessaging } from "@parley/messaging";
import { defineModule, type Module, port, type RunningProcess, runProcess } from "@parley/runtime";
import { notificationsModule } from "../../apps/notifications/src/module.ts";
import { environmentOver, variablesOf } from "../installation/environment.ts";
import type { Environment } from "../installation/program.ts";

/** The answers to notifications' calls, from memory. Calls without an answer here are not made. */
export interface Doubles {
  readonly workspace: Partial<
    ServiceImpl<typeof ConfigsService> & ServiceImpl<typeof UsageService> & Pick<ServiceImpl<typeof WorkspaceService>, "listOpenErasures">
  >;
  readonly directory: Partial<ServiceImpl<typeof OrganizationDirectoryService>>;
  readonly users: Partial<ServiceImpl<typeof UsersService>>;
}

type Events = Parameters<ReturnType<typeof messageStore>["publish"]>[1];

/** The notifications service in this process, with doubles of its dependencies. */
interface NotificationsStage {
  readonly running: RunningProcess;
  /** Commits events in the outbox of a sender. */
  publish(events: Events): Promise<void>;
}

/** API keys with measured deliveries. */
export const apiKeys = ["pk_0", "pk_1", "pk_2", "pk_3"];
const schema = "bench_sender";
const messages = messageStore(schema);

export async function startNotifications(
  url: string,
  { workspace, directory, users }: Doubles,
  more: Environment,
): Promise<NotificationsStage> {
  let database: Database | undefined;
  const sender = defineModule({
    name: "bench-sender",
    config: { ...databaseSettings("BENCH_SENDER"), ...messagingSettings },
    uses: [],
    async mount(host, config) {
      database = await openDatabase(host, schema, config, [{ name: "0001_messaging", sql: messagingTables }]);
      await useMessaging(host, config, { database, messages });
    },
  });
  const doubles = [
    // Notifications reports its backlog and deliveries, and asks for the retention of keys.
    double("workspace", [WorkspaceService, ConfigsService, SecretsService, AuditService, UsageService], {
      recordMinutes: async () => ({}),
      recordUsage: async () => ({}),
      listKeyRetentions: async () => ({ retentions: [], nextPageToken: "" }),
      ...workspace,
    }),
    double("organization-directory", [OrganizationDirectoryService], directory),
    double("users", [UsersService], users),
  ];
  const environment = {
    ...environmentOver(url),
    PARLEY_EGRESS_ALLOW: "127.0.0.1",
    ...Object.fromEntries(
      ["workspace", "organization-directory", "users", "notifications"].map((app) => [`${variablesOf(app)}_PORT`, "0"]),
    ),
    ...more,
  };
  const running = await runProcess([...doubles, notificationsModule, sender], environment);
  return { running, publish: (events) => messages.publish(database as Database, events) };
}

/** The variables of this process with this prefix, for a run with other settings. */
export function givenSettings(prefix: string): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith(prefix)));
}

function double(name: string, services: readonly DescService[], implementation: object): Module {
  return defineModule({
    name,
    config: {},
    serves: { services, port: port(`${variablesOf(name)}_PORT`, { description: "", default: 0 }) },
    uses: [],
    // No removal is running; notifications asks at its start.
    mount: async (host) => {
      const answers = { ...implementation, listOpenErasures: async () => ({ nowMs: BigInt(Date.now()) }) };
      for (const service of services) host.serve(service, answers as never);
    },
  });
}
