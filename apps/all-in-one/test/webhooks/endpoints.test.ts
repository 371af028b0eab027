import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/customer.ts";
import { type HostedCustomer, startHostedCustomer, thread } from "../support/hosted-customer.ts";
import { type Body, Receiver } from "../support/receiver.ts";

// Endpoints as customers of the hosted product manage them, on a running installation.

let hosted: HostedCustomer;
let receiver: Receiver;
let customer: Customer;
const base = "/v2/workspace/advancedwebhook/endpoints";

beforeAll(async () => {
  receiver = await Receiver.start();
  hosted = await startHostedCustomer();
  ({ customer } = hosted);
});

afterAll(async () => {
  await hosted?.parley.stop();
  await receiver?.stop();
});

async function all(): Promise<Body[]> {
  const endpoints: Body[] = [];
  let iterator: string | undefined;
  for (;;) {
    const page = await customer.data(`${base}/get`, { limit: 2, ...(iterator === undefined ? {} : { iterator }) });
    endpoints.push(...page.endpoints);
    if (page.done) return endpoints;
    iterator = page.iterator;
  }
}

test("an endpoint is created, listed page by page, changed and deleted under the names of the hosted product", async () => {
  const made = await customer.data(`${base}/create`, {
    url: receiver.url("/made"),
    description: "Primary endpoint",
    filterTypes: ["comment.add"],
    disabled: false,
    rateLimit: 10,
    uid: "my-endpoint-1",
    metadata: { team: "platform" },
    headers: { "X-Team": "a-secret-of-theirs" },
  });
  for (let more = 0; more < 4; more++) await customer.data(`${base}/create`, { url: receiver.url("/more"), disabled: true });

  expect(made).toMatchObject({
    id: made.endpointId,
    uid: "my-endpoint-1",
    channels: null,
    metadata: { team: "platform" },
    headerNames: ["x-team"],
  });
  expect((await all()).map(({ id, state }) => [id === made.id, state])).toEqual([[true, "active"], ...Array(4).fill([false, "paused"])]);
  const { secret } = await customer.data(`${base}/secret/get`, { endpointId: made.id });
  expect(secret).toMatch(/^whsec_/);
  expect((await customer.data(`${base}/secret/rotate`, { endpointId: "my-endpoint-1" })).secret).not.toBe(secret);
  const changed = await customer.data(`${base}/update`, { endpointId: made.id, description: "Updated", rateLimit: null });
  expect(changed).toMatchObject({ description: "Updated", rateLimit: null, filterTypes: ["comment.add"] });
  expect(JSON.stringify([made, changed, await all()])).not.toContain("a-secret-of-theirs");
  for (const { id } of await all())
    expect(await customer.data(`${base}/delete`, { endpointId: id })).toEqual({ endpointId: id, deleted: true });
  expect(await all()).toEqual([]);
  expect((await customer.post(`${base}/update`, { endpointId: made.id, disabled: true })).body.error).toMatchObject({
    status: "NOT_FOUND",
  });
});

test("comments are delivered to the endpoints that subscribe to them, in addition to the two URLs", async () => {
  await customer.data("/v2/workspace/webhookconfig/update", {
    useWebhookService: true,
    webhookServiceConfig: {
      authToken: "the-token",
      rawNotificationUrl: receiver.url("/raw"),
      processedNotificationUrl: receiver.url("/processed"),
    },
  });
  const thin = await customer.data(`${base}/create`, { url: receiver.url("/thin"), payload: "thin", channels: ["billing"] });
  await customer.data(`${base}/create`, { url: receiver.url("/elsewhere"), organizationIds: ["globex"] });
  const add = (annotationId: string, metadata: object) =>
    customer.data("/v2/commentannotations/add", {
      organizationId: "acme",
      documentId: "plan",
      commentAnnotations: [{ annotationId, ...thread, metadata }],
    });

  // A change of the configuration takes effect within 2 s.
  await until(async () => {
    const annotationId = `probe-${Date.now()}`;
    await add(annotationId, { channels: ["billing"] });
    return until(() => receiver.of("/thin", annotationId).length === 1, 500).catch(() => false);
  }, 20_000);
  await add("last", { channels: "billing" });
  await add("unheard", {});
  await until(() => receiver.of("/processed", "unheard").length === 1 && receiver.of("/thin", "last").length === 1);

  expect(receiver.of("/raw", "last")).toHaveLength(1);
  expect(receiver.of("/thin", "unheard")).toEqual([]);
  expect(receiver.of("/elsewhere", "last")).toEqual([]);
  expect(receiver.of("/thin", "last")[0]).not.toHaveProperty("targetComment");
  const log = await customer.data("/v2/webhooks/deliveries/get", { endpointId: thin.endpointId, state: "delivered" });
  expect(log[0]).toMatchObject({ endpointId: thin.endpointId, target: null, trigger: "comment_annotation.add" });
  expect((await all()).map(({ id, payload }) => [id, payload]).slice(0, 3)).toEqual([
    ["raw", "raw"],
    ["processed", "processed"],
    [thin.id, "thin"],
  ]);
  expect(await customer.data("/v2/webhooks/test", { trigger: "comment.add", endpointId: thin.endpointId })).toMatchObject([
    { endpointId: thin.endpointId, success: true },
  ]);
});

test("the log, a recovery and a test event take an endpoint's own name, also when it is disabled", async () => {
  const { endpointId } = await customer.data(`${base}/create`, { url: receiver.url("/by-uid"), uid: "by-uid" });
  const logOf = (named: string) => customer.data("/v2/webhooks/deliveries/get", { endpointId: named });
  await until(async () => {
    await customer.data("/v2/commentannotations/add", { organizationId: "acme", documentId: "plan", commentAnnotations: [thread] });
    return until(async () => (await logOf(endpointId)).length > 0, 500).catch(() => false);
  }, 20_000);

  const tested = await customer.data("/v2/webhooks/test", { trigger: "comment.add", endpointId: "by-uid" });
  await customer.data(`${base}/update`, { endpointId: "by-uid", disabled: true });
  const { body } = await customer.post("/v2/webhooks/deliveries/recover", { since: 0, endpointId: "by-uid" });

  expect(tested).toMatchObject([{ endpointId, success: true }]);
  expect((await logOf("by-uid"))[0]).toMatchObject({ endpointId });
  expect(body.result.data.endpointId).toBe(endpointId);
  expect(await logOf("no-endpoint")).toEqual([]);
});

test("a setting that the service refuses has the name that the request gives it", async () => {
  const made = await customer.data(`${base}/create`, { url: receiver.url("/named") });
  const refused = { url: "ftp://hooks.example/", uid: "raw", headers: { "webhook-id": "x" } };

  const created = await customer.post(`${base}/create`, refused);
  const updated = await customer.post(`${base}/update`, { endpointId: made.id, ...refused });

  for (const { body } of [created, updated]) expect(body.error.details.map(({ field }: Body) => field)).toEqual(["url", "uid", "headers"]);
});

const switches: readonly {
  name: string;
  path: string;
  endpoint: () => Promise<string>;
  off: (id: string, isOff: boolean) => Promise<unknown>;
}[] = [
  {
    name: "a disabled endpoint",
    path: "/pausable",
    endpoint: async () => (await customer.data(`${base}/create`, { url: receiver.url("/pausable") })).endpointId,
    off: (endpointId, disabled) => customer.data(`${base}/update`, { endpointId, disabled }),
  },
  {
    name: "a URL while webhooks are off",
    path: "/pausable-url",
    endpoint: async () => {
      const webhookServiceConfig = { rawNotificationUrl: receiver.url("/pausable-url") };
      await customer.data("/v2/workspace/webhookconfig/update", { useWebhookService: true, webhookServiceConfig });
      return "raw";
    },
    off: (_, isOff) => customer.data("/v2/workspace/webhookconfig/update", { useWebhookService: !isOff }),
  },
];

test.each(switches)(
  "an event for $name is not stored and not sent later, and the feed of changes has it",
  async ({ path, endpoint, off }) => {
    const endpointId = await endpoint();
    const { nextCursor } = (await customer.post("/v2/changes/get", { cursor: "now" })).body.result;
    const add = async (annotationId: string) =>
      customer.data("/v2/commentannotations/add", {
        organizationId: "acme",
        documentId: "plan",
        commentAnnotations: [{ ...thread, annotationId }],
      });
    const logged = async () =>
      (await customer.data("/v2/webhooks/deliveries/get", { endpointId })).map(({ annotationId }: Body) => annotationId);
    // A change of the configuration takes effect within 2 s, after which the last of these is no longer sent.
    const isTaken = async (prefix: string, wanted: boolean) =>
      until(async () => {
        const id = `${prefix}${path}${Date.now()}`;
        await add(id);
        return (await until(async () => (await logged()).includes(id), 500).catch(() => false)) === wanted;
      }, 20_000);
    await isTaken("before", true);
    await off(endpointId, true);
    await isTaken("probe", false);

    await add(`meanwhile${path}`);
    await off(endpointId, false);
    await isTaken("after", true);

    expect(await logged()).not.toContain(`meanwhile${path}`);
    await customer.post("/v2/webhooks/deliveries/recover", { since: 0, endpointId });
    await isTaken("recovered", true);
    expect(receiver.of(path, `meanwhile${path}`)).toEqual([]);
    // The feed tells what is older than every open transaction of the server, those of other databases included.
    await until(async () => {
      const changes = (await customer.post("/v2/changes/get", { cursor: nextCursor, pageSize: 1_000 })).body.result.data;
      return changes.some(({ annotationId }: Body) => annotationId === `meanwhile${path}`);
    }, 20_000);
  },
  90_000,
);
