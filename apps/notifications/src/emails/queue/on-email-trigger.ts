import { webhookTriggersTopic } from "@parley/contracts/topics";
import { type Consumer, consumer } from "@parley/messaging";
import type { EmailConfigs } from "../config/email-configs.ts";
import { insertItems } from "./new-emails.store.ts";
import { newPublicId } from "./public-id.ts";
import { newsOf } from "./trigger-news.ts";

interface TriggerContext {
  readonly configs: EmailConfigs;
  readonly quietMs: number;
  readonly maxQuietMs: number;
  /** Called when there may be something to send. */
  readonly onEmails: () => void;
}

/** Adds what an event tells to the mails of those whom it concerns. While it cannot be known whether mails are wanted it is decided when they are due. */
export function onEmailTrigger({ configs, quietMs, maxQuietMs, onEmails }: TriggerContext): Consumer {
  return consumer(
    webhookTriggersTopic,
    async (tx, { message, subjects, timeMs }, config: Awaited<ReturnType<EmailConfigs["of"]>>) => {
      if (config === "none" || (config !== "unknown" && !config.isOn)) return;
      const news = newsOf(message);
      if (news === undefined) return;
      const { apiKeyId, organizationId, documentId, annotationId, commentId } = message;
      const { told, actorId, actorName, text } = news;
      await insertItems(tx, {
        ...{ apiKeyId, organizationId, documentId, annotationId, commentId, actorId, actorName, text, quietMs, maxQuietMs },
        userIds: told.map(({ userId }) => userId),
        publicIds: told.map(newPublicId),
        kinds: told.map(({ kind }) => kind),
        directed: told.map(({ isDirected }) => isDirected),
        notificationRef: null,
        writtenAtMs: timeMs,
        // Whom it speaks of is found by the items themselves.
        subjects: subjects.filter((word) => !word.startsWith("user:")).join("\n"),
      });
    },
    { prepare: ({ message }) => configs.of(message.apiKeyId), afterCommit: onEmails },
  );
}
