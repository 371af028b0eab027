import type { Client } from "@connectrpc/connect";
import { ActivityService, CollaborationService, type CommentAnnotation } from "@parley/contracts/activity";
import { AccessState, OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { UsersService } from "@parley/contracts/users";
import { ConfigsService, UsageService, type WebhookEvent, type WebhookTrigger, webhookTriggers } from "@parley/contracts/workspace";
import { Failure, remainingMs } from "@parley/kernel";
import { defineModule, type Module, port } from "@parley/runtime";
import { startProcess, type TestProcess } from "@parley/testing";
import { activityModule } from "../src/module.ts";

/** The answers of the services around this one, set by tests. Unknown places and unknown API keys do not exist. */
class Surroundings {
  readonly states = new Map<string, AccessState>();
  readonly immutableKeys = new Set<string>();
  /** API keys whose comments create inbox entries now, and API keys whose comments did so before. */
  readonly notifyingKeys = new Set<string>();
  readonly onceNotifyingKeys = new Set<string>();
  /**
   * API keys whose comments can be searched, and API keys whose comments are to be indexed. A change of the latter is noticed a little
   * later.
   */
  readonly searchedKeys = new Set<string>();
  readonly indexedKeys = new Set<string>();
  /** Runs while the service lists the keys whose comments are to be indexed. */
  whileListing: (() => Promise<void>) | undefined;
  /** The webhook configurations of API keys; other keys have webhooks turned off. "unknown" does not answer. */
  readonly webhooks = new Map<string, readonly WebhookTrigger[] | "unknown">();
  /** The events that the additional endpoints of an API key receive. */
  readonly endpointEvents = new Map<string, readonly WebhookEvent[]>();
  /** For each of these documents, the time in ms up to which its contents are being erased. */
  readonly removedUntil = new Map<string, number>();
  /** Whether mails are enabled for the API keys. */
  emailsAreOn = false;
  /** How long the last request for folders was prepared to wait, in ms. */
  foldersAwaitedMs = 0;
  /** Whether the organization directory answers. */
  directoryAnswers = true;
  /** The user ids of each request for profiles. */
  readonly profiles = new Map<string, { name?: string; email?: string; metadataJson?: string }>();
  /** The ids of each request for profiles. */
  readonly profilesAsked: string[][] = [];
  /** What the users service waits for before it answers. */
  usersWait: Promise<void> | undefined;

  open(apiKeyId: string, organizationId: string, ...documentIds: string[]): void {
    for (const documentId of ["", ...documentIds]) this.states.set(`${apiKeyId}/${organizationId}/${documentId}`, AccessState.OPEN);
  }

  disable(apiKeyId: string, organizationId: string, documentId: string): void {
    this.states.set(`${apiKeyId}/${organizationId}/${documentId}`, AccessState.DISABLED);
  }

  stateOf(apiKeyId: string, organizationId: string, documentId: string): AccessState {
    return this.states.get(`${apiKeyId}/${organizationId}/${documentId}`) ?? AccessState.NOT_FOUND;
  }
}

export interface Activity extends AsyncDisposable {
  readonly administration: Client<typeof ActivityService>;
  readonly collaboration: Client<typeof CollaborationService>;
  readonly surroundings: Surroundings;
  readonly databaseUrl: string;
  readonly process: TestProcess;
  /** An annotation of the document `welcome` as stored; undefined when it does not exist. */
  annotation(annotationId: string): Promise<CommentAnnotation | undefined>;
}

/** The document that tests use by default. */
export const welcome = { apiKeyId: "pk_test_1", organizationId: "acme", documentId: "welcome" } as const;

export const alice = { userId: "alice", name: "Alice", email: "alice@example.com" };
export const bob = { userId: "bob", name: "Bob" };
export const carol = { userId: "carol" };

/** Runs the service on its port with stubs for the services that it calls. The tests of all-in-one run it with the real ones. */
export async function startActivity(overrides: Readonly<Record<string, string>> = {}, others: readonly Module[] = []): Promise<Activity> {
  const surroundings = new Surroundings();
  surroundings.open("pk_test_1", "acme", "welcome", "roadmap");
  const process = await startProcess(
    [directory(surroundings), workspace(surroundings), users(surroundings), activityModule, ...others],
    overrides,
  );
  const administration = process.client(ActivityService);
  return {
    administration,
    collaboration: process.client(CollaborationService),
    surroundings,
    databaseUrl: process.databaseUrl,
    process,
    async annotation(annotationId) {
      const { annotations } = await administration.getCommentAnnotations({ ...welcome, annotationIds: [annotationId] });
      return annotations[0];
    },
    [Symbol.asyncDispose]: () => process.stop(),
  };
}

function directory(surroundings: Surroundings): Module {
  return defineModule({
    name: "organization-directory",
    config: {},
    serves: {
      services: [OrganizationDirectoryService],
      port: port("PARLEY_ORGANIZATION_DIRECTORY_PORT", { description: "Stand-in.", default: 0 }),
    },
    uses: [],
    async mount(host) {
      const implementation = {
        checkAccess: async ({ apiKeyId, subjects }: { apiKeyId: string; subjects: { organizationId: string; documentId: string }[] }) => {
          if (!surroundings.directoryAnswers) throw new Failure("unavailable", "The stand-in does not answer.");
          return {
            states: subjects.map(({ organizationId, documentId }) => surroundings.stateOf(apiKeyId, organizationId, documentId)),
            removedUntilMs: subjects.map(({ documentId }) => BigInt(surroundings.removedUntil.get(documentId) ?? 0)),
          };
        },
      };
      // No document is in a folder.
      const getDocuments = async () => {
        surroundings.foldersAwaitedMs = remainingMs(Number.POSITIVE_INFINITY);
        return { documents: [], nextPageToken: "" };
      };
      host.serve(OrganizationDirectoryService, { ...implementation, getDocuments } as never);
    },
  });
}

function users(surroundings: Surroundings): Module {
  return defineModule({
    name: "users",
    config: {},
    serves: { services: [UsersService], port: port("PARLEY_USERS_PORT", { description: "Stand-in.", default: 0 }) },
    uses: [],
    async mount(host) {
      const implementation = {
        getProfiles: async ({ userIds }: { userIds: string[] }) => {
          surroundings.profilesAsked.push(userIds);
          await surroundings.usersWait;
          const known = userIds.filter((userId) => surroundings.profiles.has(userId));
          return { users: known.map((userId) => ({ userId, ...surroundings.profiles.get(userId) })) };
        },
        listOpenErasures: async () => ({ commands: [], nextPageToken: "", nowMs: BigInt(Date.now()) }),
      };
      host.serve(UsersService, implementation as never);
    },
  });
}

function workspace(surroundings: Surroundings): Module {
  return defineModule({
    name: "workspace",
    config: {},
    serves: { services: [ConfigsService, UsageService], port: port("PARLEY_WORKSPACE_PORT", { description: "Stand-in.", default: 0 }) },
    uses: [],
    async mount(host) {
      const implementation = {
        listKeyRetentions: async () => ({ retentions: [], nextPageToken: "" }),
        listSearchKeys: async () => {
          const apiKeyIds = [...surroundings.indexedKeys];
          await surroundings.whileListing?.();
          return { apiKeyIds, nextPageToken: "" };
        },
        getEmailConfig: async () => ({ useEmailService: surroundings.emailsAreOn }),
        getWebhookConfig: async ({ apiKeyId }: { apiKeyId: string }) => {
          const wanted = surroundings.webhooks.get(apiKeyId);
          if (wanted === "unknown") throw new Failure("unavailable", "The stand-in does not answer.");
          const triggers = Object.fromEntries(webhookTriggers.map((name) => [name, wanted?.includes(name) ?? false]));
          return {
            useWebhookService: wanted !== undefined,
            webhookServiceConfig: { rawNotificationUrl: "https://hooks.example/raw", triggers },
            endpointEvents: [...(surroundings.endpointEvents.get(apiKeyId) ?? [])],
          };
        },
        getApiKeyConfig: async ({ apiKeyId }: { apiKeyId: string }) => {
          if (!apiKeyId.startsWith("pk_")) throw new Failure("not_found", `The API key ${apiKeyId} does not exist.`);
          const notifyOfComments = surroundings.notifyingKeys.has(apiKeyId);
          return {
            config: {
              advancedQueriesEnabled: true,
              activityLogImmutable: surroundings.immutableKeys.has(apiKeyId),
              notifyOfComments,
              searchEnabled: surroundings.searchedKeys.has(apiKeyId),
            },
            hasNotifiedOfComments: notifyOfComments || surroundings.onceNotifyingKeys.has(apiKeyId),
          };
        },
      };
      host.serve(ConfigsService, implementation as never);
      host.serve(UsageService, { recordUsage: async () => ({}) } as never);
    },
  });
}
