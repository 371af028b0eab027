import type { DescService } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { ActivityService } from "@parley/contracts/activity";
import { NotificationsService } from "@parley/contracts/notifications";
import { AccessState, OrganizationDirectoryService, type Place } from "@parley/contracts/organization-directory";
import { decodeCursor, encodeCursor, Failure } from "@parley/kernel";
import { defineModule, type Module, port } from "@parley/runtime";

/**
 * Doubles of the services that users calls, in memory: they return what a test puts in. The tests with the real services are in all-in-one.
 */
export class FakeServices {
  /** The items of each collection of the user `rich`, oldest first. */
  readonly items = { comments: [] as string[], reactions: [] as string[], recordings: [] as string[], notifications: [] as string[] };
  /** The page sizes that were requested. */
  readonly pageSizes: number[] = [];
  activityIsDown = false;
  /** The documents of the threads in which users take part. */
  readonly inThreads = new Map<string, readonly string[]>();
  /** The folders of documents, the innermost first. */
  readonly folders = new Map<string, readonly string[]>();
  /** The access types of documents. */
  readonly accessTypes = new Map<string, string>();
  /** For documents with these ids: data written up to this time, in ms, is being removed. */
  readonly removedUntil = new Map<string, bigint>();
  readonly #existing = new Set<string>();

  readonly modules: readonly Module[] = [
    fakeService("organization-directory", OrganizationDirectoryService, {
      ensureExists: async (request) => this.#ensureExists(request),
      checkAccess: async ({ subjects }) => ({
        states: subjects.map(() => AccessState.OPEN),
        accessTypes: subjects.map(({ documentId }) => this.accessTypes.get(documentId) ?? ""),
        removedUntilMs: subjects.map(({ documentId }) => this.removedUntil.get(documentId) ?? 0n),
        folderPaths: subjects.map(({ documentId }) => ({ folderIds: [...(this.folders.get(documentId) ?? [])] })),
      }),
    }),
    fakeService("activity", ActivityService, {
      refuseUserTokens: async () => ({}),
      listInvolvedDocuments: async ({ userIds, limit }) => ({
        users: userIds.map((userId) => ({ userId, documentIds: (this.inThreads.get(userId) ?? []).slice(0, limit) })),
      }),
      listUserComments: async (request) => this.#list("comments", request),
      listUserReactions: async (request) => this.#list("reactions", request),
      listUserRecordings: async (request) => this.#list("recordings", request),
    }),
    fakeService("notifications", NotificationsService, {
      refuseUserTokens: async () => ({}),
      listUserNotifications: async (request) => this.#list("notifications", request),
    }),
  ];

  #ensureExists(request: {
    apiKeyId: string;
    places: readonly Place[];
    createOrganization: boolean;
    createDocument: boolean;
    createFolder: boolean;
  }) {
    const existing = this.#existing;
    const places = request.places.map(({ organizationId, documentId, folderId }) => {
      const organization = JSON.stringify([request.apiKeyId, organizationId]);
      const document = `${organization} document ${documentId}`;
      const folder = `${organization} folder ${folderId}`;
      if (request.createOrganization) existing.add(organization);
      if (request.createDocument && existing.has(organization) && documentId !== "") existing.add(document);
      if (request.createFolder && existing.has(organization) && folderId !== "") existing.add(folder);
      return { organizationExists: existing.has(organization), documentExists: existing.has(document), folderExists: existing.has(folder) };
    });
    return { places };
  }

  #list(collection: keyof FakeServices["items"], { userId, pageSize, pageToken }: { userId: string; pageSize: number; pageToken: string }) {
    if (this.activityIsDown && collection !== "notifications") throw new Failure("unavailable", "Down.");
    const [from = 0] = decodeCursor(pageToken, ["number"]) ?? [];
    const start = Number(from);
    this.pageSizes.push(pageSize);
    const all = userId === "rich" ? this.items[collection] : [];
    const items = all.slice(start, start + pageSize).map((dataJson, index) => ({ id: `${start + index}`, dataJson, createdAtMs: 1n }));
    return { items, nextPageToken: start + pageSize < all.length ? encodeCursor([start + pageSize]) : "" };
  }
}

function fakeService<Service extends DescService>(name: string, service: Service, answers: Partial<ServiceImpl<Service>>): Module {
  const variable = `PARLEY_${name.toUpperCase().replaceAll("-", "_")}_PORT`;
  return defineModule({
    name,
    config: {},
    serves: { services: [service], port: port(variable, { description: "RPC port of the double.", default: 0 }) },
    uses: [],
    // Methods that no test needs are absent: calls of them fail with `unimplemented`.
    mount: async (host) => host.serve(service, answers as ServiceImpl<Service>),
  });
}
