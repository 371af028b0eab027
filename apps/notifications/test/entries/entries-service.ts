import type { Client } from "@connectrpc/connect";
import { InboxService, NotificationsService } from "@parley/contracts/notifications";
import { withConstants } from "@parley/runtime";
import { startProcess, until } from "@parley/testing";
import { notificationsModule } from "../../src/module.ts";
import { FakeServices } from "../fake-services.ts";
import { type Trigger, TriggerSender } from "../webhooks/trigger-sender.ts";

export const quick = { ...withConstants({ outboxPollMs: 50 }) };

export interface EntriesService extends AsyncDisposable {
  readonly fakes: FakeServices;
  readonly notifications: Client<typeof NotificationsService>;
  readonly inbox: Client<typeof InboxService>;
  readonly databaseUrl: string;
  /** Sends events and waits until they are handled. */
  handle(...triggers: readonly Trigger[]): Promise<void>;
  send(...triggers: readonly Trigger[]): Promise<string[]>;
  stop(): Promise<void>;
}

/** The notifications service with doubles of the services that it calls, and a sender of events. */
export async function startEntries(
  environment: Readonly<Record<string, string>> = {},
  arrange: (services: Pick<EntriesService, "fakes">) => void = () => undefined,
): Promise<EntriesService> {
  const fakes = new FakeServices();
  arrange({ fakes });
  const sender = new TriggerSender();
  const { directory, users, workspace } = fakes;
  const process = await startProcess([directory, users, workspace, notificationsModule, sender.module], { ...quick, ...environment });
  const notifications = process.client(NotificationsService);
  let marks = 0;
  return {
    fakes,
    notifications,
    inbox: process.client(InboxService),
    databaseUrl: process.databaseUrl,
    send: (...triggers) => sender.send(triggers),
    async handle(...triggers) {
      const [{ apiKeyId = "" } = {}] = triggers;
      // The events of a document are handled in order: the last one shows that those before it are done.
      const mark = comment({ apiKeyId, by: "alice", involved: ["witness"], annotationId: `mark-${++marks}` });
      await sender.send([...triggers, mark]);
      await until(async () => (await entriesOf({ notifications, apiKeyId }, "witness")).some(({ thread }) => thread === mark.annotationId));
    },
    stop: process.stop,
    [Symbol.asyncDispose]: process.stop,
  };
}

/** An API key whose organization acme has these users and the document welcome. */
export function newPlace({ fakes }: Pick<EntriesService, "fakes">, apiKeyId: string) {
  const organization = fakes.organization(apiKeyId, "acme");
  for (const documentId of ["welcome", "roadmap"]) organization.documents.add(documentId);
  for (const userId of ["alice", "bob", "carol", "dave", "witness"]) organization.members.add(userId);
  return organization;
}

/** The inbox of a user, newest first. */
export async function entriesOf(
  { notifications, apiKeyId }: { readonly notifications: Client<typeof NotificationsService>; readonly apiKeyId: string },
  userId: string,
) {
  const page = await notifications.getNotifications({ apiKeyId, organizationId: "acme", userId });
  return page.notifications.map(({ notificationId, displayHeadlineMessage, displayBodyMessage, notificationSourceDataJson }) => {
    const source = JSON.parse(notificationSourceDataJson);
    return {
      notificationId,
      source,
      headline: displayHeadlineMessage,
      body: displayBodyMessage,
      thread: source.annotationId,
      comment: source.commentId,
    };
  });
}

const person = (userId: string) => ({ userId, name: `${userId[0]?.toUpperCase()}${userId.slice(1)} Example` });

interface CommentEvent {
  readonly apiKeyId: string;
  readonly annotationId?: string;
  readonly commentId?: string;
  readonly documentId?: string;
  readonly by?: string;
  /** The user who wrote it in the author's name. */
  readonly actor?: string;
  readonly text?: string;
  readonly tags?: readonly string[];
  readonly newTags?: readonly string[];
  readonly involved?: readonly string[];
  readonly assignedTo?: string;
  readonly createdAt?: number;
  readonly trigger?: string;
  readonly notifiesInboxes?: boolean;
}

/** An event about a comment of a thread in the location page-1. */
export function comment(options: CommentEvent): Trigger {
  const { apiKeyId, annotationId = "thread", commentId = "c1", documentId = "welcome", by = "alice", text = "Is it done?" } = options;
  const { actor = by, tags = [], newTags = [], involved = [], createdAt = Date.now(), trigger = "comment.add", assignedTo } = options;
  const taggedUserContacts = [...tags, ...newTags].map((userId) => ({ userId, text: `@${userId}`, contact: person(userId) }));
  const annotation = {
    annotationId,
    location: { id: "page-1", locationName: "Page 1", offset: 120 },
    involvedUsers: [by, ...involved, ...tags, ...newTags].map(person),
    ...(assignedTo === undefined ? {} : { assignedTo: person(assignedTo) }),
  };
  return {
    apiKeyId,
    organizationId: "acme",
    documentId,
    annotationId,
    commentId,
    trigger,
    notifiesInboxes: options.notifiesInboxes ?? true,
    occurredAtMs: BigInt(Date.now()),
    actorJson: JSON.stringify(person(actor)),
    annotationJson: JSON.stringify(annotation),
    targetCommentJson: JSON.stringify({ commentId, from: person(by), commentText: text, taggedUserContacts, createdAt }),
    newlyTaggedUserIds: [...newTags],
  };
}

/** An event: a user has been assigned a thread. */
export function assignment(apiKeyId: string, to: string, by?: string): Trigger {
  return {
    ...comment({ apiKeyId }),
    trigger: "comment_annotation.assign",
    commentId: "",
    targetCommentJson: "",
    actorJson: by === undefined ? "" : JSON.stringify(person(by)),
    newAssigneeJson: JSON.stringify(person(to)),
  };
}

/** An event: a comment was deleted, or its whole thread. */
export function deletion(apiKeyId: string, commentId = ""): Trigger {
  const trigger = commentId === "" ? "comment_annotation.delete" : "comment.delete";
  return { apiKeyId, organizationId: "acme", documentId: "welcome", annotationId: "thread", commentId, trigger };
}
