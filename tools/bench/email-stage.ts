import { setTimeout as delay } from "node:timers/promises";
import { NotificationsService } from "@parley/contracts/notifications";
import { AccessState } from "@parley/contracts/organization-directory";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import { EmailServiceType } from "@parley/contracts/workspace";
import { event } from "@parley/messaging";
import { createRpcClient, createRpcTransport } from "@parley/rpc";
import { serviceToken } from "../installation/environment.ts";
import { query } from "../installation/with-client.ts";
import { type Doubles, givenSettings, startNotifications } from "./notifications-stage.ts";

/** Users of `crowd`, who all receive a notification to it; each has an address. */
export const readers = 10_000;
const crowd = { apiKeyId: "pk_crowd", organizationId: "crowd" };

export interface Parley {
  /** Commits an event for each API key: a user is tagged, and the text has the time. */
  tag(apiKeyIds: readonly string[]): Promise<void>;
  /** Adds a notification to all of `crowd`. */
  tellCrowd(): Promise<void>;
  /** Waits until the outcome of every mail is recorded. */
  recorded(): Promise<void>;
  stop(): Promise<void>;
}

/** The notifications service with doubles of its dependencies and a sender of events; it sends through the mail server on this port. */
export async function startParley(url: string, sinkPort: number, settings: Readonly<Record<string, string>> = {}): Promise<Parley> {
  const { running, publish } = await startNotifications(url, doubles(sinkPort), {
    PARLEY_EGRESS_SMTP_PORTS: "1-65535",
    PARLEY_PUBLIC_URL: "https://parley.acme.example",
    PARLEY_EMAIL_QUIET_MS: "0",
    ...settings,
    ...givenSettings("PARLEY_EMAIL_"),
  });
  const baseUrl = `http://127.0.0.1:${running.rpcPorts.get("notifications")}`;
  const transport = createRpcTransport({ baseUrl, tokens: [serviceToken] });
  const notifications = createRpcClient(NotificationsService, transport, { defaultTimeoutMs: 30_000 });
  let told = 0;
  return {
    tag: (apiKeyIds) => publish(apiKeyIds.map((apiKeyId) => tagEvent(apiKeyId, told++))),
    async tellCrowd() {
      await notifications.addNotification({
        ...crowd,
        documentId: "d",
        notificationId: `n${told++}`,
        actionUser: { userId: "actor" },
        displayHeadlineMessageTemplate: "Hello {recipientUser}",
        notifyAll: true,
      });
    },
    async recorded() {
      const waiting =
        "select count(*)::int as count from (select from notifications.email_queue union all select from notifications.work) w";
      while ((await query(url, waiting)).count > 0) await delay(5);
    },
    async stop() {
      await transport.close();
      await running.stop();
    },
  };
}

/** The text of the measured mails. */
export function textAt(nowMs: number): string {
  return `Can you have a look at this? It was written at${nowMs}z and there is more to say about it, in a second sentence.`;
}

function tagEvent(apiKeyId: string, n: number) {
  const [documentId, now] = [`d${n % 2_000}`, Date.now()];
  const alice = { userId: "alice", name: "Alice Adams" };
  const comment = { commentId: "c", from: alice, commentText: textAt(now), taggedUserContacts: [{ userId: `u${n}`, text: "@U" }] };
  const message = {
    apiKeyId,
    organizationId: "acme",
    documentId,
    annotationId: `t${n}`,
    commentId: "c",
    trigger: "comment.add",
    commentCount: 1,
    occurredAtMs: BigInt(now),
    actorJson: JSON.stringify(alice),
    targetCommentJson: JSON.stringify(comment),
    annotationJson: JSON.stringify({ annotationId: `t${n}`, comments: [comment] }),
  };
  const subjects = ["organization:acme", `document:${documentId}`];
  return event(webhookTriggersTopic, { apiKeyId, key: `acme/${documentId}`, subjects, message });
}

/** Answers from memory: configurations, names and addresses. */
function doubles(sinkPort: number): Doubles {
  const workspace: Doubles["workspace"] = {
    getWebhookConfig: async () => ({ useWebhookService: false }),
    getEmailConfig: async () => ({
      useEmailService: true,
      apiKey: `smtp://127.0.0.1:${sinkPort}`,
      linkTemplate: "https://app.acme.example/{documentId}",
      emailServiceConfig: { type: EmailServiceType.SMTP, fromEmail: "parley@acme.example", fromCompany: "Acme" },
    }),
  };
  const directory: Doubles["directory"] = {
    ensureExists: async ({ places }) => ({ places: places.map(() => ({ organizationExists: true, documentExists: true })) }),
    checkAccess: async ({ subjects }) => ({ states: subjects.map(() => AccessState.OPEN), removedUntilMs: subjects.map(() => 0n) }),
    getOrganizations: async ({ organizationIds }) => ({
      organizations: organizationIds.map((organizationId) => ({ organizationId, organizationName: "Acme" })),
    }),
    getDocuments: async ({ documentIds }) => ({
      documents: documentIds.map((documentId) => ({ documentId, documentName: `Document ${documentId}` })),
    }),
  };
  const users: Doubles["users"] = {
    findUsers: async ({ pageSize, pageToken }) => {
      const from = Number(pageToken || 0);
      const count = Math.min(pageSize, readers - from);
      const page = Array.from({ length: count }, (_, n) => ({ userId: `reader${from + n}` }));
      return { users: page, nextPageToken: from + count < readers ? String(from + count) : "" };
    },
    resolveUsers: async ({ apiKeyId, userIds }) => ({
      users: userIds.map((userId) => {
        const email = `${userId}@${apiKeyId === crowd.apiKeyId ? "crowd" : "measured"}.example`;
        return { userId, exists: true, inOrganization: true, name: `User ${userId}`, email };
      }),
    }),
  };
  return { workspace, directory, users };
}

/** Inserts due mails of one API key, with the rows that events leave, in bulk. */
export async function fillBacklog(url: string, count: number): Promise<void> {
  await query(
    url,
    `with made as (
       insert into notifications.emails (api_key_id, public_id, organization_id, document_id, annotation_id, user_id, subjects)
       select 'pk_0', 'em_' || replace(gen_random_uuid()::text, '-', ''), 'acme', 'd' || n % 2000, 't' || n, 'u' || n, array['organization:acme', 'user:u' || n]
       from generate_series(1, $1::int) n
       returning api_key_id, email_id
     ), told as (
       insert into notifications.email_items
         (api_key_id, organization_id, email_id, kind, is_directed, comment_id, actor_id, actor_name, item_text, written_at_ms)
       select api_key_id, 'acme', email_id, 'tag', true, 'c', 'alice', 'Alice Adams', $2, 0 from made
     )
     insert into notifications.email_queue (api_key_id, email_id, due_at_ms) select api_key_id, email_id, 0 from made`,
    [count, textAt(Date.now())],
  );
  // Autovacuum would have done this in production. Without statistics Postgres plans differently.
  await query(url, "vacuum analyze");
}
