import { withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { useWebhooks } from "./use-webhooks.ts";
import { commentAdded } from "./webhooks-service.ts";

const { service, endpoint } = useWebhooks({ ...withConstants({ webhookBreakerFailures: 3 }) });

const testOf = (apiKeyId: string) => service.webhooks.sendTestWebhook({ apiKeyId, trigger: "comment.add" });

test("a test event uses the current configuration, and so do deliveries from then on", async () => {
  const apiKeyId = "pk_changes";
  service.configure(apiKeyId, { rawNotificationUrl: endpoint.url("/old") });
  await service.send(commentAdded(apiKeyId));
  await until(() => endpoint.bodies("/old").length === 1);

  service.configure(apiKeyId, { rawNotificationUrl: endpoint.url("/new") });
  const { results } = await testOf(apiKeyId);
  await service.send(commentAdded(apiKeyId));

  expect(results.map(({ success }) => success)).toEqual([true]);
  await until(() => endpoint.bodies("/new").length === 2);
  expect(endpoint.bodies("/old")).toHaveLength(1);
});

test("two test events of an API key run and four wait; a further one is refused at once, but not another key's", async () => {
  const answer = Promise.withResolvers<void>();
  endpoint.answer = async (response, { path }) => {
    if (path === "/slow") await answer.promise;
    response.end();
  };
  service.configure("pk_greedy", { rawNotificationUrl: endpoint.url("/slow") });
  service.configure("pk_modest", { rawNotificationUrl: endpoint.url("/quick") });

  const begun = Array.from({ length: 6 }, () => testOf("pk_greedy"));
  await until(() => endpoint.bodies("/slow").length === 2);
  const refused = await testOf("pk_greedy").catch((error: unknown) => error);
  const modest = await testOf("pk_modest");
  expect(endpoint.bodies("/slow")).toHaveLength(2);
  answer.resolve();

  expect(refused).toMatchObject({ failure: { kind: "resource_exhausted", reason: "too_many_calls" } });
  expect(modest.results[0]?.success).toBe(true);
  expect((await Promise.all(begun)).map(({ results }) => results[0]?.success)).toEqual(Array(6).fill(true));
});

test("four test events of a workspace run and eight wait, whatever its API keys; a further one is refused at once, but not another workspace's", async () => {
  const answer = Promise.withResolvers<void>();
  endpoint.answer = async (response, { path }) => {
    if (path === "/held") await answer.promise;
    response.end();
  };
  const keys = Array.from({ length: 13 }, (_, index) => `pk_greedy_${index}`);
  for (const apiKeyId of keys) {
    service.configure(apiKeyId, { rawNotificationUrl: endpoint.url("/held") }, { workspaceId: "ws_greedy" });
  }
  service.configure("pk_other", { rawNotificationUrl: endpoint.url("/quick") });

  const begun = keys.map((apiKeyId) => testOf(apiKeyId).catch((error: unknown) => ({ error, results: [] })));
  const refused = await Promise.race(begun);
  await until(() => endpoint.bodies("/held").length === 4);
  const other = await testOf("pk_other");
  expect(endpoint.bodies("/held")).toHaveLength(4);
  answer.resolve();

  expect(refused).toMatchObject({
    error: {
      failure: {
        kind: "resource_exhausted",
        reason: "too_many_calls",
        message: "4 test events of this workspace are being sent and 8 are waiting. Try again.",
      },
    },
  });
  expect(other.results[0]?.success).toBe(true);
  expect((await Promise.all(begun)).filter(({ results }) => results[0]?.success)).toHaveLength(12);
});

test("an endpoint that keeps failing gets no test event during its pause, which failed test events begin too", async () => {
  endpoint.answer = (response) => void response.writeHead(500).end();
  service.configure("pk_broken", { rawNotificationUrl: endpoint.url("/broken") });
  for (let sent = 0; sent < 3; sent++) await testOf("pk_broken");

  const { results } = await testOf("pk_broken");

  expect(results[0]).toMatchObject({ success: false, attempt: { errorClass: "paused" } });
  expect(results[0]?.attempt?.status).toBeUndefined();
  expect(endpoint.bodies("/broken")).toHaveLength(3);
});
