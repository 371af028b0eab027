import { webhookTriggersTopic } from "@parley/contracts/topics";
import type { Db } from "@parley/database";
import { type Consumer, consumer } from "@parley/messaging";
import { takenBackBy } from "../../audience/taken-back.ts";
import { type CommentJson, readJson, type WebhookTriggered } from "../../triggers/trigger-event.ts";
import type { EmailConfigs } from "../config/email-configs.ts";
import { rewriteItems, takeBackItems } from "./changed-items.store.ts";
import { insertItems } from "./new-emails.store.ts";
import { mailOf } from "./trigger-mail.ts";

interface TriggerContext {
  readonly configs: EmailConfigs;
  readonly quietMs: number;
  readonly maxQuietMs: number;
}

/**
 * Adds an event to the mails of the users it concerns, and changes the pending mails that it makes untrue, in order per document. While the configuration is unavailable, the decision whether mails are wanted is
 * left to the time when they are due.
 */
export function onEmailTrigger({ configs, quietMs, maxQuietMs }: TriggerContext): Consumer {
  return consumer(
    webhookTriggersTopic,
    async (tx, { message, subjects, timeMs }, config: Awaited<ReturnType<EmailConfigs["of"]>>) => {
      await changeItems(tx, message);
      if (config === "none" || (config !== "unknown" && !config.isOn)) return;
      const mail = mailOf(message);
      if (mail === undefined) return;
      const { apiKeyId, organizationId, documentId, annotationId, commentId } = message;
      const { recipients, actorId, actorName, text } = mail;
      const userIds = recipients.map(({ userId }) => userId);
      // Users whom an edit tags may have an item about the comment already.
      if (message.trigger === "comment.update") await takeBackItems(tx, message, { commentId, userIds });
      await insertItems(tx, {
        apiKeyId,
        organizationId,
        documentId,
        annotationId,
        commentId,
        actorId,
        actorName,
        text,
        quietMs,
        maxQuietMs,
        userIds,
        kinds: recipients.map(({ kind }) => kind),
        directed: recipients.map(({ isDirected }) => isDirected),
        notificationRef: null,
        writtenAtMs: timeMs,
        // The users are left out, because removals find users by the items themselves.
        subjects: subjects.filter((word) => !word.startsWith("user:")).join("\n"),
      });
    },
    { prepare: ({ message }) => configs.of(message.apiKeyId) },
  );
}

async function changeItems(tx: Db, message: WebhookTriggered): Promise<void> {
  const taken = takenBackBy(message);
  if (taken !== undefined) await takeBackItems(tx, message, taken);
  if (message.trigger !== "comment.update") return;
  const text = readJson<CommentJson>(message.targetCommentJson)?.commentText ?? "";
  await rewriteItems(tx, message, message.commentId, text);
}
