import { randomUUID } from "node:crypto";
import { isWebhookTrigger } from "@parley/contracts/workspace";
import { failedPrecondition, invalid, notFound, shortened } from "@parley/kernel";
import type { WebhookContext, WebhookHandler } from "../../context.ts";
import { parsedEvent } from "../../triggers/trigger-event.ts";
import { bodyOf } from "../bodies/body-of.ts";
import { noNames } from "../bodies/place-names.ts";
import type { DeliveryConfig } from "../config/delivery-configs.ts";
import type { DeliveryEndpoint } from "../config/delivery-endpoint.ts";
import { isConfigured, targetMessage } from "../config/target.ts";
import { attemptMessage } from "../log/wire.ts";
import { testEvent } from "./test-event.ts";

export const sendTestWebhook = ({ configs, testSender }: WebhookContext): WebhookHandler<"sendTestWebhook"> => {
  return async ({ apiKeyId, trigger, endpointId }, { signal }) => {
    if (!isWebhookTrigger(trigger)) throw invalid("trigger", `${shortened(trigger)} is not a trigger.`);
    return testSender.turns.ofKey(apiKeyId, signal, async () => {
      // The current configuration is loaded, because the person who sends a test has often just changed it.
      const config = await configs.newest(apiKeyId);
      if (config === "none") throw noEndpoint();
      const tested = endpointsToTest(config, endpointId);

      const event = parsedEvent(testEvent(apiKeyId, trigger, Date.now()));
      const send = async (endpoint: DeliveryEndpoint) => {
        const { payload, endpointId: target } = endpoint;
        const webhookId = `test_${randomUUID().replaceAll("-", "")}_${target}`;
        const open = bodyOf({ payload, webhookId, sequence: 1 }, event);
        const body = JSON.stringify(open.complete(noNames, () => ({ inbox: true, email: true })));
        const sending = { apiKeyId, webhookId, body };
        const { errorClass, ...result } = await testSender.send(sending, { endpoint, form: config }, signal);
        const attempt = attemptMessage({ ...result, number: 1, errorClass: errorClass ?? "" });
        return { target: targetMessage(target), endpointId: target, webhookId, success: errorClass === undefined, attempt };
      };
      const sendAll = () => Promise.all(tested.map(send));
      return { results: await testSender.turns.ofWorkspace(config.workspaceId, signal, sendAll) };
    });
  };
};

/** The endpoint of this id or uid, or those of the webhook configuration. */
function endpointsToTest({ endpoints }: DeliveryConfig, endpointId: string): DeliveryEndpoint[] {
  if (endpointId !== "") {
    const named = endpoints.get(endpointId) ?? [...endpoints.values()].find(({ uid }) => uid === endpointId);
    if (named === undefined) throw notFound(`There is no webhook endpoint ${shortened(endpointId)}, or it is disabled.`);
    return [named];
  }
  const configured = [...endpoints.values()].filter((endpoint) => isConfigured(endpoint.endpointId));
  if (configured.length === 0) throw noEndpoint();
  return configured;
}

function noEndpoint() {
  return failedPrecondition("No webhook URL is configured.", "no_endpoint");
}
