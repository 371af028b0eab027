import { webhookTriggersTopic } from "@parley/contracts/topics";
import { isWebhookTrigger } from "@parley/contracts/workspace";
import { type Consumer, consumer } from "@parley/messaging";
import { processedDraft } from "./bodies/processed-draft.ts";
import { rawDraft } from "./bodies/raw-draft.ts";
import { type AnnotationJson, readJson, type TriggerEvent, type WebhookTriggered } from "./bodies/trigger-event.ts";
import { insertDeliveries } from "./delivering/webhook-new-deliveries.store.ts";
import { wants } from "./delivery-config.ts";
import type { DeliveryConfigs } from "./delivery-configs.ts";
import { type Target, targets } from "./target.ts";
import { webhookIdOf } from "./webhook-id.ts";

interface TriggerContext {
  readonly configs: DeliveryConfigs;
  /** Told when there may be something to send. */
  readonly onDeliveries: () => void;
}

/**
 * Makes the deliveries that an event asks for: none unless webhooks and the trigger are on. While the configuration cannot be known both are
 * made, and the first attempt decides.
 */
export function onTrigger({ configs, onDeliveries }: TriggerContext): Consumer {
  return consumer(
    webhookTriggersTopic,
    async (tx, { id, message, subjects, timeMs }, config: Awaited<ReturnType<DeliveryConfigs["of"]>>) => {
      if (!isTriggerEvent(message) || config === "none") return;
      const { apiKeyId, organizationId, documentId, annotationId, trigger } = message;
      const wanted = config === "unknown" ? targets : targets.filter((target) => wants(config, target, trigger));
      if (wanted.length === 0) return;

      const draftOf = drafter(id, message);
      await insertDeliveries(tx, {
        ...{ apiKeyId, organizationId, documentId, annotationId, trigger },
        subjects: subjects.join("\n"),
        eventTimeMs: timeMs,
        targets: wanted,
        webhookIds: wanted.map((target) => webhookIdOf(id, target)),
        drafts: wanted.map(draftOf),
        urls: wanted.map((target) => (config === "unknown" ? "" : config.urls[target])),
        isUnchecked: config === "unknown",
      });
    },
    { prepare: ({ message }) => configs.of(message.apiKeyId), afterCommit: onDeliveries },
  );
}

function drafter(eventId: string, event: TriggerEvent): (target: Target) => string {
  const annotation = readJson<AnnotationJson>(event.annotationJson);
  return (target) => {
    const webhookId = webhookIdOf(eventId, target);
    return target === "raw"
      ? rawDraft(webhookId, event, annotation?.location?.id)
      : JSON.stringify(processedDraft(webhookId, event, annotation));
  };
}

// A trigger of a newer activity service is not ours to tell of.
function isTriggerEvent(event: WebhookTriggered): event is TriggerEvent {
  return isWebhookTrigger(event.trigger);
}
