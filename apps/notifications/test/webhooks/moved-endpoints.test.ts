import { WebhookDeliveryState } from "@parley/contracts/notifications";
import { withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { useWebhooks } from "./use-webhooks.ts";
import { commentAdded } from "./webhooks-service.ts";

const { service, endpoint } = useWebhooks({ ...withConstants({ webhookBreakerFailures: 2 }), PARLEY_WEBHOOK_RETRY_SECONDS: "3600" });

const testOf = (apiKeyId: string) => service.webhooks.sendTestWebhook({ apiKeyId, trigger: "comment.add" });

/** Sends tests that fail, until the endpoint is paused and no further test is sent. */
async function pause(apiKeyId: string): Promise<void> {
  for (let sent = 0; sent < 2; sent++) await testOf(apiKeyId);
  expect((await testOf(apiKeyId)).results[0]).toMatchObject({ success: false, attempt: { errorClass: "paused" } });
}

test("a test event is sent at once to a paused endpoint whose URL, token or form of bodies has changed", async () => {
  endpoint.answer = (response, { path }) => void response.writeHead(path === "/broken" ? 500 : 200).end();
  for (const [apiKeyId, change, more] of [
    ["pk_url", { rawNotificationUrl: endpoint.url("/mended") }, {}],
    ["pk_token", { rawNotificationUrl: endpoint.url("/broken") }, { authToken: "another-token" }],
    ["pk_form", { rawNotificationUrl: endpoint.url("/broken"), encodeData: true }, {}],
  ] as const) {
    service.configure(apiKeyId, { rawNotificationUrl: endpoint.url("/broken") });
    await pause(apiKeyId);

    service.configure(apiKeyId, change, more);
    const { results } = await testOf(apiKeyId);

    expect(results[0]?.attempt?.errorClass).not.toBe("paused");
  }
  expect(endpoint.bodies("/mended")).toHaveLength(1);
});

test("a failure at the old address that arrives late pauses nothing at the new one", async () => {
  const answer = Promise.withResolvers<void>();
  endpoint.answer = async (response, { path }) => {
    if (path === "/hanging") await answer.promise;
    response.writeHead(path === "/hanging" ? 500 : 200).end();
  };
  service.configure("pk_late", { rawNotificationUrl: endpoint.url("/hanging") });
  const late = [testOf("pk_late"), service.send(...["d1", "d2"].map((documentId) => commentAdded("pk_late", { documentId })))];
  await until(() => endpoint.bodies("/hanging").length === 3);
  service.configure("pk_late", { rawNotificationUrl: endpoint.url("/moved") });
  expect((await testOf("pk_late")).results[0]).toMatchObject({ success: true });

  answer.resolve();
  await Promise.all(late);
  await until(async () => {
    const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId: "pk_late", state: WebhookDeliveryState.PENDING });
    return deliveries.length === 2 && deliveries.every(({ attemptCount }) => attemptCount === 1);
  });

  expect((await testOf("pk_late")).results[0]).toMatchObject({ success: true });
});
