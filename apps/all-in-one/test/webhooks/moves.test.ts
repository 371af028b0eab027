import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let customer: Customer;
let receiver: Server;
const heard: string[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume();
    heard.push(request.url ?? "");
    response.writeHead(request.url === "/right" ? 200 : 404).end();
  }).listen(0, "127.0.0.1");
  parley = await startParley("all-in-one", {
    PARLEY_EGRESS_ALLOW: "127.0.0.0/8",
    PARLEY_WEBHOOK_ALLOW_HTTP: "true",
    PARLEY_WEBHOOK_RETRY_SECONDS: "3600",
  });
  ({ customer } = await createWorkspace(parley.url, parley.adminToken));
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    createOrganization: true,
    documents: [{ documentId: "welcome" }],
  });
});

afterAll(async () => {
  await parley?.stop();
  receiver?.close();
});

const url = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
const deliveries = () => customer.data("/v2/webhooks/deliveries/get", {});

test("deliveries waiting for another attempt are sent at once when their endpoint's URL changes, and those of the other endpoint are not", async () => {
  const set = (webhookServiceConfig: object) =>
    customer.data("/v2/workspace/webhookconfig/update", { useWebhookService: true, webhookServiceConfig });
  await set({ rawNotificationUrl: url("/wrong"), processedNotificationUrl: url("/also-wrong") });
  const commentAnnotations = ["one", "two"].map((annotationId) => ({
    annotationId,
    commentData: [{ from: { userId: "bob" }, commentText: "News" }],
  }));
  await customer.data("/v2/commentannotations/add", { organizationId: "acme", documentId: "welcome", commentAnnotations });
  const states = async () =>
    (await deliveries()).map(({ target, state, attemptCount }: Record<string, unknown>) => `${target} ${state} ${attemptCount}`).toSorted();
  const waiting = ["processed pending 1", "processed pending 1", "raw pending 1", "raw pending 1"];
  await expect.poll(states, { timeout: 20_000 }).toEqual(waiting);

  await set({ rawNotificationUrl: url("/right") });

  await expect.poll(states, { timeout: 20_000 }).toEqual([...waiting.slice(0, 2), "raw delivered 2", "raw delivered 2"]);
  expect(heard.filter((path) => path === "/also-wrong")).toHaveLength(2);
});
