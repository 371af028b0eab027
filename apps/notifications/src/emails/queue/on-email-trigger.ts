import { webhookTriggersTopic } from "@parley/contracts/topics";
import { type Consumer, consumer } from "@parley/messaging";
import type { EmailConfigs } from "../config/email-configs.ts";
import { insertItems } from "./new-emails.store.ts";
import { mailOf } from "./trigger-mail.ts";

interface TriggerContext {
  readonly configs: EmailConfigs;
  readonly quietMs: number;
  readonly maxQuietMs: number;
}

/**
 * Adds an event to the mails of the users it concerns. While the configuration is unavailable, the decision whether mails are wanted is
 * left to the time when they are due.
 */
export function onEmailTrigger({ configs, quietMs, maxQuietMs }: TriggerContext): Consumer {
  return consumer(
    webhookTriggersTopic,
    async (tx, { message, subjects, timeMs }, config: Awaited<ReturnType<EmailConfigs["of"]>>) => {
      if (config === "none" || (config !== "unknown" && !config.isOn)) return;
      const mail = mailOf(message);
      if (mail === undefined) return;
      const { apiKeyId, organizationId, documentId, annotationId, commentId } = message;
      const { recipients, actorId, actorName, text } = mail;
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
        userIds: recipients.map(({ userId }) => userId),
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
