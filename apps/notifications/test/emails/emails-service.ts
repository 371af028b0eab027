import type { Client } from "@connectrpc/connect";
import { EmailsService, InboxService, NotificationsService } from "@parley/contracts/notifications";
import { EmailServiceType } from "@parley/contracts/workspace";
import { withConstants } from "@parley/runtime";
import { startProcess } from "@parley/testing";
import type { MailServer } from "@parley/testing/mail";
import { notificationsModule } from "../../src/module.ts";
import { FakeServices } from "../fake-services.ts";
import { type Trigger, TriggerSender } from "../webhooks/trigger-sender.ts";

/** Settings for tests: a mail server on this machine and any port, and quick mails and retries. */
export const quick = {
  PARLEY_EGRESS_ALLOW: "127.0.0.1,::1",
  PARLEY_EGRESS_SMTP_PORTS: "1-65535",
  PARLEY_EMAIL_QUIET_MS: "0",
  PARLEY_EMAIL_RETRY_DELAYS_MS: "50,100,100,100",
  ...withConstants({ outboxPollMs: 50 }),
  PARLEY_PUBLIC_URL: "https://parley.acme.example",
};

export interface EmailsTestService extends AsyncDisposable {
  readonly fakes: FakeServices;
  readonly emails: Client<typeof EmailsService>;
  readonly notifications: Client<typeof NotificationsService>;
  readonly inbox: Client<typeof InboxService>;
  readonly databaseUrl: string;
  readonly opsPort: number;
  send(...triggers: readonly Trigger[]): Promise<string[]>;
  stop(): Promise<void>;
}

/** The notifications service with doubles of the services that it calls, and a sender of events. */
export async function startEmails(
  environment: Readonly<Record<string, string>> = {},
  arrange: (fakes: FakeServices) => void = () => undefined,
): Promise<EmailsTestService> {
  const fakes = new FakeServices();
  arrange(fakes);
  const sender = new TriggerSender();
  const { directory, users, workspace } = fakes;
  const process = await startProcess([directory, users, workspace, notificationsModule, sender.module], { ...quick, ...environment });
  return {
    fakes,
    emails: process.client(EmailsService),
    notifications: process.client(NotificationsService),
    inbox: process.client(InboxService),
    databaseUrl: process.databaseUrl,
    opsPort: process.process.opsPort,
    send: (...triggers) => sender.send(triggers),
    stop: process.stop,
    [Symbol.asyncDispose]: process.stop,
  };
}

type Settings = Parameters<FakeServices["emailConfigs"]["set"]>[1];

const people = ["alice", "bob", "carol", "dave"] as const;

/** Sets up an API key with an organization, a document, people with addresses, and a mail server. */
export function configure(fakes: FakeServices, apiKeyId: string, server: MailServer | string, more: Settings = {}): void {
  const { documents, members } = fakes.organization(apiKeyId, "acme");
  for (const documentId of ["welcome", "roadmap"]) documents.add(documentId);
  for (const userId of people) {
    members.add(userId);
    fakes.profiles.set(userId, { name: `${userId[0]?.toUpperCase()}${userId.slice(1)} Example`, email: `${userId}@acme.example` });
  }
  fakes.emailConfigs.set(apiKeyId, {
    useEmailService: true,
    apiKey: typeof server === "string" ? server : server.url(),
    linkTemplate: "https://app.acme.example/{documentId}?thread={annotationId}#{commentId}",
    emailServiceConfig: { type: EmailServiceType.SMTP, fromEmail: "parley@acme.example", fromCompany: "Acme" },
    ...more,
  });
}

const user = (userId: string) => ({ userId, name: `${userId[0]?.toUpperCase()}${userId.slice(1)} Example` });

interface Commented {
  readonly annotationId?: string;
  readonly commentId?: string;
  readonly documentId?: string;
  readonly by?: string;
  readonly text?: string;
  readonly tags?: readonly string[];
  readonly involved?: readonly string[];
}

/** An event: a user has commented in a thread. */
export function commented(apiKeyId: string, options: Commented = {}): Trigger {
  const { annotationId = "thread", commentId = "c1", documentId = "welcome", by = "alice", text = "Is it done?" } = options;
  const { tags = ["bob"], involved = ["alice", "bob", "carol"] } = options;
  const comment = {
    commentId,
    from: user(by),
    commentText: text,
    taggedUserContacts: tags.map((userId) => ({ userId, text: `@${userId}`, contact: user(userId) })),
  };
  return {
    apiKeyId,
    organizationId: "acme",
    documentId,
    annotationId,
    commentId,
    trigger: "comment.add",
    occurredAtMs: BigInt(Date.now()),
    actorJson: JSON.stringify(user(by)),
    annotationJson: JSON.stringify({ annotationId, involvedUsers: involved.map(user), comments: [comment] }),
    targetCommentJson: JSON.stringify(comment),
    commentCount: 2,
  };
}

/** An event: a user has been assigned a thread. */
export function assigned(apiKeyId: string, to: string, by = "alice"): Trigger {
  const event = commented(apiKeyId, { by });
  return {
    ...event,
    trigger: "comment_annotation.assign",
    commentId: "",
    targetCommentJson: "",
    newAssigneeJson: JSON.stringify(user(to)),
  };
}
