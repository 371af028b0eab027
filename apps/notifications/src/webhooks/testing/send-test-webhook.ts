import { randomUUID } from "node:crypto";
import { isWebhookTrigger } from "@parley/contracts/workspace";
import { failedPrecondition, invalid, shortened } from "@parley/kernel";
import type { WebhookContext, WebhookHandler } from "../../context.ts";
import { parsedEvent } from "../../triggers/trigger-event.ts";
import { bodyOf } from "../bodies/body-of.ts";
import { noNames } from "../bodies/place-names.ts";
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

      const event = parsedEvent(testEvent(apiKeyId, trigger, Date.now()));
      const send = async (target: Target) => {
        const webhookId = `test_${randomUUID().replaceAll("-", "")}_${target}`;
        const open = bodyOf({ target, webhookId, sequence: 1 }, event);
        const body = JSON.stringify(open.complete(noNames, () => ({ inbox: true, email: true })));
        const sending = { apiKeyId, target, webhookId, body };
        const { errorClass, ...result } = await testSender.send(sending, config, signal);
        const attempt = attemptMessage({ ...result, number: 1, errorClass: errorClass ?? "" });
        return { target: targetMessage(target), webhookId, success: errorClass === undefined, attempt };
      };
      const sendAll = () => Promise.all(configured.map(send));
      return { results: await testSender.turns.ofWorkspace(config.workspaceId, signal, sendAll) };
    });
  };
};
