import type { Client } from "@connectrpc/connect";
import { NotificationsService, WebhooksService } from "@parley/contracts/notifications";
import { startProcess } from "@parley/testing";
import { notificationsModule } from "../../src/module.ts";
import { FakeServices } from "../fake-services.ts";
import { configure, quick, type WebhookConfiguration } from "./configure.ts";
import { type Trigger, TriggerSender } from "./trigger-sender.ts";

export interface WebhooksTestService extends AsyncDisposable {
  readonly fakes: FakeServices;
  readonly webhooks: Client<typeof WebhooksService>;
  readonly notifications: Client<typeof NotificationsService>;
  readonly databaseUrl: string;
  readonly opsPort: number;
  /** Configures an API key like `/v2/workspace/webhookconfig/update`, with all triggers on. */
  configure(...config: WebhookConfiguration): void;
  send(...triggers: readonly Trigger[]): Promise<string[]>;
  sendRemoval(apiKeyId: string, jobId: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The notifications service with doubles of the services that it calls, and a sender of events. Configurations given before the start
 * matter where deliveries wait already: those of a key without a configuration are held.
 */
export async function startWebhooks(
  environment: Readonly<Record<string, string>> = {},
  configurations: readonly WebhookConfiguration[] = [],
): Promise<WebhooksTestService> {
  const fakes = new FakeServices();
  for (const config of configurations) configure(fakes, ...config);
  const sender = new TriggerSender();
  const { directory, users, workspace } = fakes;
  const process = await startProcess([directory, users, workspace, notificationsModule, sender.module], { ...quick, ...environment });
  return {
    fakes,
    webhooks: process.client(WebhooksService),
    notifications: process.client(NotificationsService),
    databaseUrl: process.databaseUrl,
    opsPort: process.process.opsPort,
    configure: (...config) => configure(fakes, ...config),
    send: (...triggers) => sender.send(triggers),
    sendRemoval: (apiKeyId, jobId) => sender.sendRemoval(apiKeyId, jobId),
    stop: process.stop,
    [Symbol.asyncDispose]: process.stop,
  };
}

const alice = { userId: "alice", name: "Alice Adams", email: "alice@acme.example" };
const bob = { userId: "bob", name: "Bob Brown", team: "blue" };
const carol = { userId: "carol", name: "Carol Chen" };
const dave = { userId: "dave" };

export const comment = {
  commentId: "greeting-2",
  from: alice,
  commentText: "Is it done, @Bob? Ünïcödé 👍",
  commentHtml: "",
  taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: bob }],
  attachments: [],
  metadata: {},
  reactionAnnotations: [],
  reactionAnnotationIds: [],
  type: "text",
  status: "added",
  recorders: [],
  customList: [],
  toOrganizationUserGroup: [],
  createdAt: 2,
  lastUpdated: 2,
  editedAt: null,
};

export const annotation = {
  organizationId: "acme",
  documentId: "welcome",
  annotationId: "greeting",
  status: { id: "OPEN", name: "OPEN", type: "default", color: "#625df5" },
  type: "text",
  location: { id: "page-1", locationName: "Page 1" },
  locationId: "page-1",
  from: alice,
  assignedTo: carol,
  involvedUsers: [alice, bob, carol, dave],
  mentionedUsers: [bob],
  comments: [comment],
  createdAt: 1,
  lastUpdated: 2,
  metadata: { apiKey: "pk", organizationId: "acme", documentId: "welcome" },
};

/** The same thread in a body, which names people by their ids. */
export function annotationInBody(folderId?: string): object {
  const { involvedUsers, mentionedUsers, ...thread } = annotation;
  return {
    ...thread,
    involvedUserIds: involvedUsers.map(({ userId }) => userId),
    mentionedUserIds: mentionedUsers.map(({ userId }) => userId),
    commentCategories: [],
    iam: {},
    metadata: { ...thread.metadata, ...(folderId === undefined ? {} : { folderId }) },
  };
}

/** An event: alice has commented, and bob is tagged. */
export function commentAdded(apiKeyId: string, more: Trigger = {}): Trigger {
  return {
    apiKeyId,
    organizationId: "acme",
    documentId: "welcome",
    annotationId: "greeting",
    commentId: "greeting-2",
    trigger: "comment.add",
    occurredAtMs: 1_700_000_000_000n,
    actorJson: JSON.stringify(alice),
    annotationJson: JSON.stringify(annotation),
    targetCommentJson: JSON.stringify(comment),
    commentCount: 1,
    ...more,
  };
}
