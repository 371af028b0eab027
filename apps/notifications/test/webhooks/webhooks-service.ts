import type { Client } from "@connectrpc/connect";
import { NotificationsService, WebhooksService } from "@parley/contracts/notifications";
import { webhookTriggers } from "@parley/contracts/workspace";
import { startProcess } from "@parley/testing";
import { notificationsModule } from "../../src/module.ts";
import { Neighbours } from "../neighbours.ts";
import { type Trigger, TriggerSender } from "./trigger-sender.ts";

/** The secret with which every test's deliveries are signed. */
export const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;

type ConfigAnswer = Parameters<Neighbours["webhookConfigs"]["set"]>[1];

export interface WebhooksTestService extends AsyncDisposable {
  readonly neighbours: Neighbours;
  readonly webhooks: Client<typeof WebhooksService>;
  readonly notifications: Client<typeof NotificationsService>;
  readonly databaseUrl: string;
  readonly opsPort: number;
  /** Configures an API key as operation 17 would, with all triggers on. */
  configure(apiKeyId: string, config: NonNullable<ConfigAnswer["webhookServiceConfig"]>, more?: ConfigAnswer): void;
  send(...triggers: readonly Trigger[]): Promise<string[]>;
  stop(): Promise<void>;
}

/** What tests shorten: a customer's endpoint on this machine, retries that come at once. */
export const quick = {
  PARLEY_EGRESS_ALLOW: "127.0.0.1,::1",
  PARLEY_WEBHOOK_RETRY_SECONDS: "0.05,0.1,0.1,0.1",
  PARLEY_OUTBOX_POLL_MS: "50",
};

/** The notifications service between doubles of those that it asks, with a sender of events. */
export async function startWebhooks(environment: Readonly<Record<string, string>> = {}): Promise<WebhooksTestService> {
  const neighbours = new Neighbours();
  const sender = new TriggerSender();
  const { directory, users, workspace } = neighbours;
  const process = await startProcess([directory, users, workspace, notificationsModule, sender.module], { ...quick, ...environment });
  return {
    neighbours,
    webhooks: process.client(WebhooksService),
    notifications: process.client(NotificationsService),
    databaseUrl: process.databaseUrl,
    opsPort: process.process.opsPort,
    configure(apiKeyId, config, more = {}) {
      const triggers = Object.fromEntries(webhookTriggers.map((trigger) => [trigger, true]));
      neighbours.webhookConfigs.set(apiKeyId, {
        useWebhookService: true,
        authToken: "the-token",
        signingSecrets: [{ secret, createdAtMs: 1n }],
        ...more,
        webhookServiceConfig: { triggers, ...config },
      });
      for (const organizationId of ["acme"]) neighbours.organization(apiKeyId, organizationId).documents.add("welcome");
    },
    send: (...triggers) => sender.send(triggers),
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
  author: alice,
  text: "Is it done, @Bob? Ünïcödé 👍",
  html: "",
  taggedUsers: [bob],
  attachments: [],
  metadata: {},
  reactions: [],
  createdAt: 2,
  updatedAt: 2,
  editedAt: null,
};

export const annotation = {
  organizationId: "acme",
  documentId: "welcome",
  annotationId: "greeting",
  status: "OPEN",
  priority: null,
  type: "text",
  location: { id: "page-1", locationName: "Page 1" },
  assignee: carol,
  involvedUsers: [alice, bob, carol, dave],
  mentionedUsers: [bob],
  metadata: {},
  comments: [comment],
  createdAt: 1,
  updatedAt: 2,
};

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
