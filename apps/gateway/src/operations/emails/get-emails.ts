import { type Email, EmailsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { excludes, together, withRules } from "../field-rules.ts";
import { filterIds, id, paging, timestampMs, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { emailState, errorClass, errorSentence, fromState, reason, response, toState } from "./email-fields.ts";

const storedEmail = z.object({
  emailId: z.string().meta({ description: "Part of the mail's `Message-ID`; the same in every attempt." }),
  state: emailState().meta({ description: "State of the e-mail." }),
  reason: reason(),
  userId: z.string().meta(texts.userId),
  organizationId: z.string().meta(texts.organizationId),
  documentId: z.string().meta(texts.documentId),
  annotationId: z.string().nullable().meta(texts.annotationId),
  email: z.string().nullable().meta({ description: "The address that it was last sent to." }),
  createdAt: wholeNumber().meta(texts.createdAt),
  sentAt: wholeNumber().nullable().meta({ description: "When a mail server accepted it, in milliseconds since the epoch." }),
  nextAttemptAt: wholeNumber().nullable().meta({ description: "Set while the mail collects items or waits for an attempt." }),
  attemptCount: wholeNumber().meta({ description: "Number of attempts so far." }),
  response: response(),
  errorClass: errorClass(),
  error: errorSentence(),
  itemCount: wholeNumber().meta({ description: "Number of items in the e-mail." }),
  items: z
    .array(
      z.object({
        kind: z.enum(["tag", "comment", "assign", "notification"]).meta({ description: "What happened." }),
        commentId: z.string().nullable().meta(texts.commentId),
        userId: z.string().meta(texts.userId),
        text: z.string().meta({ description: "What the mail says of it." }),
        createdAt: wholeNumber().meta(texts.createdAt),
      }),
    )
    .meta({
      description:
        "What the mail reports: the newest 50 items, oldest first: `tag`, `comment`, `assign` or `notification`. Removed when it has been sent.",
    }),
});

export const getEmails = operation({
  path: "/v2/emails/get",
  sdk: "emails.list",
  auth: "apiKey",
  role: "read",
  summary: "List sent and pending e-mails.",
  description: described(
    "Returns the log of e-mails, newest first. One e-mail reports to one user everything that has happened in one thread since the previous e-mail.",
    "`emailIds` selects individual e-mails; the other filters are state, user, document and time (`from` inclusive, `to` exclusive).",
    "An e-mail says what is so when it is sent: comments with their present texts, and nothing that was deleted, read or taken back before. `dropped` e-mails were no longer wanted then: `nothing_left` if everything in it was gone, `not_a_member` if the recipient no longer belonged to the organization, the document or a folder above it.",
    "A page has 100 e-mails by default. It may have fewer, even none, while `nextPageToken` says that more follow.",
  ),
  rpc: EmailsService.method.getEmails,
  request: withRules(
    z.strictObject({
      emailIds: filterIds().meta({ description: "Ids of e-mails." }),
      state: emailState().optional().meta({ description: "Only e-mails in this state." }),
      userId: id().optional().meta(texts.userId),
      organizationId: id().optional().meta(texts.organizationId),
      documentId: id().optional().meta(texts.documentId),
      from: timestampMs().optional().meta({ description: "Only entries created at this time or later, in milliseconds since the epoch." }),
      to: timestampMs().min(1).optional().meta(texts.to),
      ...paging,
    }),
    together("documentId", "organizationId"),
    excludes("emailIds", ["state", "userId", "organizationId", "documentId", "from", "to"], { called: "the other filters" }),
  ),
  response: z.array(storedEmail),
  message: "E-mails retrieved.",
  paged: true,
  filters: ["emailIds"],
  example: { request: { state: "failed", from: 1_795_228_800_000, pageSize: 50 }, response: [] },
  toRpc: ({ emailIds = [], state, userId = "", organizationId = "", documentId = "", from = 0, to = 0, ...page }, { apiKeyId }) => ({
    apiKeyId,
    emailIds,
    userId,
    organizationId,
    documentId,
    state: toState(state),
    fromMs: BigInt(from),
    toMs: BigInt(to),
    pageSize: page.pageSize ?? 0,
    pageToken: page.pageToken ?? "",
  }),
  fromRpc: ({ emails }) => emails.map(fromEmail),
});

function fromEmail(email: Email) {
  const { emailId, userId, organizationId, documentId, sentAtMs, nextAttemptAtMs, attemptCount, itemCount } = email;
  return {
    emailId,
    userId,
    organizationId,
    documentId,
    attemptCount,
    itemCount,
    state: fromState(email.state),
    reason: email.reason || null,
    annotationId: email.annotationId || null,
    email: email.address || null,
    createdAt: Number(email.createdAtMs),
    sentAt: sentAtMs === undefined ? null : Number(sentAtMs),
    nextAttemptAt: nextAttemptAtMs === undefined ? null : Number(nextAttemptAtMs),
    response: email.response || null,
    errorClass: email.errorClass || null,
    error: email.error || null,
    items: email.items.map(({ kind, commentId, fromUserId, text, writtenAtMs }) => ({
      kind,
      text,
      userId: fromUserId,
      commentId: commentId || null,
      createdAt: Number(writtenAtMs),
    })),
  };
}
