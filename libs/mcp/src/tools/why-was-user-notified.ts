import { type EmailsListItem, type NotificationsListItem, type Parley, PermissionDeniedError } from "@parley/sdk";
import * as z from "zod";
import { type AgentContext, readsOnly } from "./agent-context.ts";
import { answer, excerpt, timeText } from "./answer.ts";

const input = z.strictObject({
  organizationId: z.string().max(256),
  userId: z.string().max(256),
  documentId: z.string().max(256).optional(),
  limit: z.number().int().min(1).max(50).default(20).describe("How many notifications and mails to examine, newest first."),
});

type Query = z.output<typeof input>;

export function addWhyWasUserNotified({ server, parley }: AgentContext): void {
  server.registerTool(
    "why_was_user_notified",
    {
      title: "Why was a user notified?",
      description: "List the notifications and mails that a user received, the reason for each, and the user's notification settings.",
      inputSchema: input,
      annotations: readsOnly,
    },
    (query) => answer(() => whyNotified(parley, query)),
  );
}

async function whyNotified(parley: Parley, query: Query): Promise<unknown> {
  const { organizationId, userId, documentId, limit } = query;
  const place = { organizationId, ...(documentId === undefined ? {} : { documentId }) };
  const [inbox, mails, levels] = await Promise.all([
    parley.notifications.list({ ...place, userId, pageSize: limit }),
    mailsTo(parley, query),
    parley.notifications.getConfig(
      documentId === undefined
        ? { organizationId, userId, getOrganizationConfig: true }
        : { organizationId, userId, documentIds: [documentId] },
    ),
  ]);
  return {
    chosen: levels.map(({ config, metadata }) => ({ ...config, documentId: metadata.documentId || "the whole organization" })),
    meaning: "ALL: everything. MINE: only notifications addressed to the user by name. NONE: nothing.",
    inbox: inbox.data.map((notification) => inInbox(notification, userId)),
    ...mails,
  };
}

async function mailsTo(parley: Parley, { organizationId, userId, documentId, limit }: Query): Promise<object> {
  const place = documentId === undefined ? {} : { organizationId, documentId };
  try {
    const { data } = await parley.emails.list({ ...place, userId, pageSize: limit });
    return { mails: data.filter((mail) => mail.organizationId === organizationId).map(inMailbox) };
  } catch (error) {
    // The log is filtered by document or by none, and a token bound to organizations may not read it unfiltered.
    if (documentId !== undefined || !(error instanceof PermissionDeniedError)) throw error;
    return {
      mails: null,
      mailsNotShown: `${error.message} A token bound to organizations sees the mails about a document: name a documentId.`,
    };
  }
}

function inInbox(notification: NotificationsListItem, userId: string): object {
  const { notificationId, documentId, displayHeadlineMessage, actionUser, recipients, timestamp, isRead } = notification;
  const isNamed = recipients.some((user) => user.userId === userId);
  const why = isNamed
    ? `${actionUser.userId} addressed it to the user by name.`
    : `${actionUser.userId} addressed it to all users of the organization, and the user is one.`;
  return { notificationId, documentId, headline: excerpt(displayHeadlineMessage), why, at: timeText(timestamp), isRead: isRead ?? null };
}

const reasons: Readonly<Record<string, string>> = {
  tag: "was tagged in a comment",
  comment: "takes part in the thread, which got a comment",
  assign: "was assigned the thread",
  notification: "got a notification",
};

function inMailbox({ emailId, state, reason, documentId, annotationId, createdAt, items, error }: EmailsListItem): object {
  const why = [...new Set(items.map(({ kind }) => reasons[kind] ?? kind))];
  return {
    emailId,
    state,
    documentId,
    annotationId,
    at: timeText(createdAt),
    why: why.length === 0 ? "It has been sent, and what it said is no longer kept." : `The user ${why.join("; ")}.`,
    ...(reason === null ? {} : { notSentBecause: reason }),
    ...(error === null ? {} : { error }),
  };
}
