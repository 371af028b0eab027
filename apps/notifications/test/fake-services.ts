import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { AccessState, OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { UsersService } from "@parley/contracts/users";
import {
  ConfigsService,
  type DeliveryEndpointSchema,
  type GetEmailConfigResponseSchema,
  type GetWebhookConfigResponseSchema,
  SecretsService,
  UsageService,
  type WebhookEndpointSchema,
  webhookEvents,
} from "@parley/contracts/workspace";
import { Failure, notFound } from "@parley/kernel";
import { defineModule, type Module, port } from "@parley/runtime";

interface Organization {
  readonly documents: Set<string>;
  readonly disabled: Set<string>;
  readonly members: Set<string>;
}

type EmailAnswer = Extract<MessageInitShape<typeof GetEmailConfigResponseSchema>, { $typeName?: never }>;
type WebhookAnswer = Extract<MessageInitShape<typeof GetWebhookConfigResponseSchema>, { $typeName?: never }>;

/** A further endpoint with everything needed for sending. */
export type FurtherEndpoint = Omit<Extract<MessageInitShape<typeof DeliveryEndpointSchema>, { $typeName?: never }>, "endpoint"> & {
  readonly endpoint: Extract<MessageInitShape<typeof WebhookEndpointSchema>, { $typeName?: never }>;
};

/** In-memory doubles of the services that notifications calls; they return what a test puts in. */
export class FakeServices {
  readonly #organizations = new Map<string, Organization>();
  readonly profiles = new Map<string, { readonly name?: string; readonly email?: string; readonly metadataJson?: string }>();
  /** The webhook configurations of API keys. */
  readonly webhookConfigs = new Map<string, WebhookAnswer>();
  /** The further endpoints of API keys. */
  readonly furtherEndpoints = new Map<string, readonly FurtherEndpoint[]>();
  /** The e-mail configurations of API keys; a missing one is switched off. */
  readonly emailConfigs = new Map<string, EmailAnswer>();
  /** Whether the directory, or the workspace service, is down. */
  directoryIsDown = false;
  workspaceIsDown = false;
  /** If set, the workspace service responds only once it has settled. */
  workspaceWaits: Promise<void> | undefined;
  /** The same for profiles of the users service. */
  profilesWait: Promise<void> | undefined;
  /** Number of calls for configurations. */
  configsAsked = 0;
  /** Number of calls to the users service. */
  resolved = 0;
  /** The ids of each request for profiles. */
  readonly profilesAsked: string[][] = [];
  /** For documents with these ids: data written up to this time, in ms, is being removed. */
  readonly removedUntil = new Map<string, number>();
  /** API keys and users that do not exist; all others do. */
  readonly goneKeys = new Set<string>();
  readonly goneUsers = new Set<string>();
  /** Users whose removal was requested, in the organizations where they still are. */
  readonly removedUsers = new Set<string>();
  usersAreDown = false;
  /** Number of access checks by the directory. */
  accessChecks = 0;

  /** The organization of an API key; created if it does not exist. */
  organization(apiKeyId: string, organizationId: string): Organization {
    const known = this.#find(apiKeyId, organizationId) ?? { documents: new Set(), disabled: new Set(), members: new Set() };
    this.#organizations.set(`${apiKeyId}/${organizationId}`, known);
    return known;
  }

  exists(apiKeyId: string, organizationId: string): boolean {
    return this.#find(apiKeyId, organizationId) !== undefined;
  }

  readonly directory: Module = defineModule({
    name: "organization-directory",
    config: {},
    serves: { services: [OrganizationDirectoryService], port: port("PARLEY_ORGANIZATION_DIRECTORY_PORT", { description: "", default: 0 }) },
    uses: [],
    mount: async (host) => host.serve(OrganizationDirectoryService, this.#directory() as ServiceImpl<typeof OrganizationDirectoryService>),
  });

  readonly users: Module = defineModule({
    name: "users",
    config: {},
    serves: { services: [UsersService], port: port("PARLEY_USERS_PORT", { description: "", default: 0 }) },
    uses: [],
    mount: async (host) => host.serve(UsersService, this.#users() as ServiceImpl<typeof UsersService>),
  });

  readonly workspace: Module = defineModule({
    name: "workspace",
    config: {},
    serves: {
      services: [ConfigsService, SecretsService, UsageService],
      port: port("PARLEY_WORKSPACE_PORT", { description: "", default: 0 }),
    },
    uses: [],
    mount: async (host) => {
      host.serve(ConfigsService, this.#configs() as ServiceImpl<typeof ConfigsService>);
      host.serve(SecretsService, this.#secrets() as ServiceImpl<typeof SecretsService>);
      host.serve(UsageService, usage as ServiceImpl<typeof UsageService>);
    },
  });

  #directory(): Partial<ServiceImpl<typeof OrganizationDirectoryService>> {
    return {
      ensureExists: async ({ apiKeyId, places, createOrganization, createDocument }) => {
        this.#refuseWhenDown();
        return {
          places: places.map(({ organizationId, documentId }) => {
            if (createOrganization) this.organization(apiKeyId, organizationId);
            const organization = this.#find(apiKeyId, organizationId);
            if (createDocument && documentId !== "") organization?.documents.add(documentId);
            return { organizationExists: organization !== undefined, documentExists: organization?.documents.has(documentId) ?? false };
          }),
        };
      },
      getOrganizations: async ({ apiKeyId, organizationIds }) => {
        this.#refuseWhenDown();
        const known = organizationIds.filter((organizationId) => this.#find(apiKeyId, organizationId) !== undefined);
        return { organizations: known.map((organizationId) => ({ organizationId, organizationName: `Name of ${organizationId}` })) };
      },
      getDocuments: async ({ apiKeyId, organizationId, documentIds }) => {
        this.#refuseWhenDown();
        const organization = this.#find(apiKeyId, organizationId);
        if (organization === undefined) throw notFound(`There is no organization ${organizationId}.`);
        const known = documentIds.filter((documentId) => organization.documents.has(documentId));
        return { documents: known.map((documentId) => ({ documentId, documentName: `Name of ${documentId}`, folderId: "drafts" })) };
      },
      checkAccess: async ({ apiKeyId, subjects }) => {
        this.accessChecks++;
        this.#refuseWhenDown();
        return {
          states: subjects.map(({ organizationId, documentId }) => stateOf(this.#find(apiKeyId, organizationId), documentId)),
          removedUntilMs: subjects.map(({ documentId }) => BigInt(this.removedUntil.get(documentId) ?? 0)),
        };
      },
    };
  }

  #users(): Partial<ServiceImpl<typeof UsersService>> {
    return {
      findUsers: async ({ apiKeyId, organizationId, pageSize, pageToken }) => {
        const members = [...(this.#find(apiKeyId, organizationId)?.members ?? [])].sort().filter((userId) => userId > pageToken);
        const page = members.slice(0, pageSize);
        return { users: page.map((userId) => ({ userId })), nextPageToken: members.length > pageSize ? (page.at(-1) ?? "") : "" };
      },
      getProfiles: async ({ userIds }) => {
        this.profilesAsked.push([...userIds]);
        await this.profilesWait;
        if (this.usersAreDown) throw new Failure("unavailable", "The users service is down.");
        return { users: userIds.filter((userId) => this.profiles.has(userId)).map((userId) => ({ userId, ...this.profiles.get(userId) })) };
      },
      resolveUsers: async ({ apiKeyId, organizationId, documentIds, userIds, withRemovals }) => {
        this.resolved++;
        if (this.usersAreDown) throw new Failure("unavailable", "The users service is down.");
        const members = this.#find(apiKeyId, organizationId)?.members;
        return {
          users: userIds.map((userId) => ({
            userId,
            exists: !this.goneUsers.has(userId),
            inOrganization: members?.has(userId) ?? false,
            documentIds: members?.has(userId) ? documentIds : [],
            removalRequested: withRemovals && this.removedUsers.has(userId),
            ...this.profiles.get(userId),
          })),
        };
      },
    };
  }

  #configs(): Partial<ServiceImpl<typeof ConfigsService>> {
    return {
      getWebhookConfig: async ({ apiKeyId }) => {
        this.configsAsked++;
        await this.workspaceWaits;
        if (this.workspaceIsDown) throw new Failure("unavailable", "The workspace service is down.");
        const config = this.webhookConfigs.get(apiKeyId);
        if (config === undefined) throw notFound(`There is no API key ${apiKeyId}.`);
        const events = new Set(this.#usable(apiKeyId).flatMap(({ endpoint: { filterTypes = [] } }) => [...filterTypes]));
        const isOpen = this.#usable(apiKeyId).some(({ endpoint: { filterTypes = [] } }) => filterTypes.length === 0);
        const endpointEvents = isOpen ? [...webhookEvents] : [...events];
        return { workspaceId: `workspace of ${apiKeyId}`, endpointEvents, ...config };
      },
      listKeyRetentions: async () => ({ retentions: [], nextPageToken: "" }),
      listWebhookEndpoints: async ({ apiKeyId, endpointIds }) => {
        const all = (this.furtherEndpoints.get(apiKeyId) ?? []).map(({ endpoint }) => endpoint);
        const named = all.filter(({ endpointId = "" }) => endpointIds.length === 0 || endpointIds.includes(endpointId));
        return { endpoints: named, nextPageToken: "" };
      },
      getEmailConfig: async ({ apiKeyId }) => {
        if (this.workspaceIsDown) throw new Failure("unavailable", "The workspace service is down.");
        if (this.goneKeys.has(apiKeyId)) throw notFound(`There is no API key ${apiKeyId}.`);
        return { workspaceId: `workspace of ${apiKeyId}`, useEmailService: false, ...this.emailConfigs.get(apiKeyId) };
      },
    };
  }

  #secrets(): Partial<ServiceImpl<typeof SecretsService>> {
    return {
      getDeliveryEndpoints: async ({ apiKeyId }) => {
        if (this.workspaceIsDown) throw new Failure("unavailable", "The workspace service is down.");
        return { endpoints: [...this.#usable(apiKeyId)] };
      },
    };
  }

  #usable(apiKeyId: string): readonly FurtherEndpoint[] {
    return (this.furtherEndpoints.get(apiKeyId) ?? []).filter(({ endpoint }) => endpoint.disabled !== true);
  }

  #find(apiKeyId: string, organizationId: string): Organization | undefined {
    return this.#organizations.get(`${apiKeyId}/${organizationId}`);
  }

  #refuseWhenDown(): void {
    if (this.directoryIsDown) throw new Failure("unavailable", "The directory is down.");
  }
}

const usage: Partial<ServiceImpl<typeof UsageService>> = { recordUsage: async () => ({}), recordMinutes: async () => ({}) };

function stateOf(organization: Organization | undefined, documentId: string): AccessState {
  if (organization === undefined || (documentId !== "" && !organization.documents.has(documentId))) return AccessState.NOT_FOUND;
  return organization.disabled.has("") || organization.disabled.has(documentId) ? AccessState.DISABLED : AccessState.OPEN;
}
