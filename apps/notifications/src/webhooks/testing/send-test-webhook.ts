import { randomUUID } from "node:crypto";
import { isWebhookTrigger } from "@parley/contracts/workspace";
import { failedPrecondition, invalid, shortened } from "@parley/kernel";
import type { WebhookContext, WebhookHandler } from "../../context.ts";
import { completeProcessed, completeRaw, processedDraft, rawDraft } from "../bodies/drafts.ts";
import { noNames } from "../bodies/place-names.ts";
import { readJson, type TriggerEvent } from "../bodies/trigger-event.ts";
import { type Target, targetMessage, targets } from "../config/target.ts";
import { attemptMessage } from "../log/wire.ts";
import { testEvent } from "./test-event.ts";

export const sendTestWebhook = ({ configs, testSender }: WebhookContext): WebhookHandler<"sendTestWebhook"> => {
  return async ({ apiKeyId, trigger }, { signal }) => {
    if (!isWebhookTrigger(trigger)) throw invalid("trigger", `${shortened(trigger)} is not a trigger.`);
    return testSender.turns.ofKey(apiKeyId, signal, async () => {
      // Whoever tests has often just changed it.
      const config = await configs.newest(apiKeyId);
      const configured = config === "none" ? [] : targets.filter((target) => config.urls[target] !== "");
      if (config === "none" || configured.length === 0) throw failedPrecondition("No webhook URL is configured.", "no_endpoint");

      const event = testEvent(apiKeyId, trigger, Date.now());
      const send = async (target: Target) => {
        const webhookId = `test_${randomUUID().replaceAll("-", "")}_${target}`;
        const sending = { apiKeyId, target, webhookId, body: bodyOf(target, webhookId, event) };
        const { errorClass, ...result } = await testSender.send(sending, config, signal);
        const attempt = attemptMessage({ ...result, number: 1, errorClass: errorClass ?? "" });
        return { target: targetMessage(target), webhookId, success: errorClass === undefined, attempt };
      };
      const sendAll = () => Promise.all(configured.map(send));
      return { results: await testSender.turns.ofWorkspace(config.workspaceId, signal, sendAll) };
    });
  };
};

function bodyOf(target: Target, webhookId: string, event: TriggerEvent): string {
  if (target === "raw") return completeRaw(rawDraft(webhookId, event, undefined), 1, noNames);
  return completeProcessed(processedDraft(webhookId, event, readJson(event.annotationJson)), 1, () => ({ inbox: true, email: true }));
}
