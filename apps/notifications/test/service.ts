import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { type AddNotificationRequestSchema, InboxService, NotificationsService } from "@parley/contracts/notifications";
import { startProcess } from "@parley/testing";
import { notificationsModule } from "../src/module.ts";
import { FakeServices } from "./fake-services.ts";

export interface Service extends AsyncDisposable {
  readonly fakes: FakeServices;
  readonly notifications: Client<typeof NotificationsService>;
  readonly inbox: Client<typeof InboxService>;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** The notifications service on its own database, with doubles of the services that it calls. */
export async function startService(overrides: Readonly<Record<string, string>> = {}): Promise<Service> {
  const fakes = new FakeServices();
  const process = await startProcess([fakes.directory, fakes.users, fakes.workspace, notificationsModule], overrides);
  return {
    fakes,
    notifications: process.client(NotificationsService),
    inbox: process.client(InboxService),
    databaseUrl: process.databaseUrl,
    stop: process.stop,
    [Symbol.asyncDispose]: process.stop,
  };
}

type AddRequest = Extract<MessageInitShape<typeof AddNotificationRequestSchema>, { $typeName?: never }>;

/** One organization of one API key, with its own ids, so that the tests of a file do not interfere. */
export class Scene {
  readonly apiKeyId: string;
  readonly organizationId = "acme";
  readonly #service: Service;

  constructor(service: Service, apiKeyId: string, members: readonly string[] = ["alice", "bob", "carol"]) {
    this.#service = service;
    this.apiKeyId = apiKeyId;
    const organization = service.fakes.organization(apiKeyId, this.organizationId);
    for (const documentId of ["welcome", "roadmap", "budget"]) organization.documents.add(documentId);
    for (const userId of members) organization.members.add(userId);
  }

  get place() {
    return { apiKeyId: this.apiKeyId, organizationId: this.organizationId };
  }

  get organization() {
    return this.#service.fakes.organization(this.apiKeyId, this.organizationId);
  }

  /** The minimal request to add a notification, caused by alice. */
  request(more: AddRequest): AddRequest {
    return { ...this.place, documentId: "welcome", actionUser: { userId: "alice" }, displayHeadlineMessageTemplate: "Hello", ...more };
  }

  /** Adds a notification for everyone, unless users are named. */
  add(notificationId: string, more: AddRequest = {}) {
    return this.#service.notifications.addNotification(
      this.request({ notificationId, ...(more.notifyUsers === undefined ? { notifyAll: true } : {}), ...more }),
    );
  }

  async inboxOf(userId: string, more: { documentId?: string; pageSize?: number } = {}): Promise<string[]> {
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = await this.#service.notifications.getNotifications({ ...this.place, userId, ...more, pageToken });
      seen.push(...page.notifications.map(({ notificationId }) => notificationId));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    return seen;
  }
}
