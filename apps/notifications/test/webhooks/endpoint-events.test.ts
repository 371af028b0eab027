import { WebhookDeliveryState, WebhookEndpointState } from "@parley/contracts/notifications";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { configureEndpoints, furtherEndpoint } from "./further-endpoint.ts";
import { useWebhooks } from "./use-webhooks.ts";
import { commentAdded } from "./webhooks-service.ts";

const { service, endpoint: receiver } = useWebhooks({ ...withConstants({ webhookBreakerFailures: 3 }) });

const idle = () => until(async () => (await querySql(service.databaseUrl, "select from notifications.webhook_queue")).length === 0);
const at = (path: string) => ({ endpointId: `ep_${path.slice(1)}`, url: receiver.url(path) });
const log = async (apiKeyId: string, more = {}) => (await service.webhooks.getWebhookDeliveries({ apiKeyId, ...more })).deliveries;

test("a failing endpoint is reported once to endpoints that list the event, shown as failing, and as active after a success", async () => {
  configureEndpoints(
    service.fakes,
    "pk_failing",
    furtherEndpoint({ ...at("/broken"), uid: "crm" }),
    furtherEndpoint({ ...at("/operator"), filterTypes: ["endpoint.failing", "endpoint.gone"] }),
  );
  receiver.answer = (response, { path }) => void response.writeHead(path === "/broken" ? 503 : 200).end();
  const stateOf = async () =>
    (await service.webhooks.getWebhookEndpoints({ apiKeyId: "pk_failing", endpointIds: ["ep_broken"] })).endpoints[0];

  await service.send(...["d1", "d2", "d3", "d4"].map((documentId) => commentAdded("pk_failing", { documentId })));
  await until(() => receiver.bodies("/operator").length === 1);

  expect(receiver.bodies("/operator")[0]).toEqual({
    webhookId: expect.stringMatching(/^evt_.*_ep_operator$/),
    event: "endpoint.failing",
    endpoint: { endpointId: "ep_broken", uid: "crm" },
    lastRequest: { status: 503, errorClass: "http_status" },
    timestamp: expect.any(Number),
    metadata: { apiKey: "pk_failing" },
  });
  expect(await stateOf()).toMatchObject({ state: WebhookEndpointState.FAILING, sinceMs: expect.any(BigInt) });
  // The pause ends with one more request, which fails too and begins another pause.
  const attempts = receiver.bodies("/broken").length;
  await until(() => receiver.bodies("/broken").length > attempts, 20_000);
  receiver.answer = (response) => void response.end();
  await until(async () => (await stateOf())?.state === WebhookEndpointState.ACTIVE, 30_000);
  expect(receiver.bodies("/operator")).toHaveLength(1);
}, 60_000);

test("an endpoint that responds 410 is gone: its deliveries are held, others continue, and endpoints that list the event are notified once", async () => {
  configureEndpoints(
    service.fakes,
    "pk_gone",
    furtherEndpoint(at("/leaving")),
    furtherEndpoint(at("/staying")),
    furtherEndpoint({ ...at("/watching"), filterTypes: ["endpoint.gone"] }),
  );
  receiver.answer = (response, { path }) => void response.writeHead(path === "/leaving" ? 410 : 200).end();

  await service.send(...["d1", "d2", "d3"].map((documentId) => commentAdded("pk_gone", { documentId })));
  await until(() => receiver.bodies("/staying").length === 3 && receiver.bodies("/watching").length === 1);
  await idle();
  await service.send(commentAdded("pk_gone"));
  await until(() => receiver.bodies("/staying").length === 4);
  await idle();

  expect(receiver.bodies("/watching")).toMatchObject([{ event: "endpoint.gone", endpoint: { endpointId: "ep_leaving", uid: null } }]);
  expect(await log("pk_gone", { endpointId: "ep_leaving", state: WebhookDeliveryState.HELD })).toHaveLength(4);
  const { endpoints } = await service.webhooks.getWebhookEndpoints({ apiKeyId: "pk_gone" });
  expect(endpoints.map(({ endpoint, state }) => [endpoint?.endpointId, state])).toEqual([
    ["ep_leaving", WebhookEndpointState.GONE],
    ["ep_staying", WebhookEndpointState.ACTIVE],
    ["ep_watching", WebhookEndpointState.ACTIVE],
  ]);
  receiver.answer = (response) => void response.end();
});

test("a delivery without attempts left is reported to endpoints that list the event and want its place, and such events themselves never are", async () => {
  configureEndpoints(
    service.fakes,
    "pk_exhausted",
    furtherEndpoint({ ...at("/refusing"), filterTypes: ["comment.add", "delivery.exhausted"] }),
    furtherEndpoint({ ...at("/refusing-too"), filterTypes: ["delivery.exhausted"] }),
    furtherEndpoint({ ...at("/told"), filterTypes: ["delivery.exhausted"], organizationIds: ["acme"] }),
    furtherEndpoint({ ...at("/elsewhere"), filterTypes: ["delivery.exhausted"], organizationIds: ["globex"] }),
  );
  receiver.answer = (response, { path }) => void response.writeHead(path.startsWith("/refusing") ? 400 : 200).end();

  const [id = ""] = await service.send(commentAdded("pk_exhausted"));
  await until(() => receiver.bodies("/told").length === 1);
  await idle();

  const webhookId = `evt_${id.replaceAll("-", "")}_ep_refusing`;
  const place = { organizationId: "acme", documentId: "welcome", targetAnnotationId: "greeting", sequence: 1 };
  expect(receiver.bodies("/told")).toMatchObject([
    {
      event: "delivery.exhausted",
      endpoint: { endpointId: "ep_refusing", uid: null },
      delivery: { webhookId, event: "comment.add", attempts: 5, ...place },
      lastRequest: { status: 400, errorClass: "http_status" },
    },
  ]);
  expect(receiver.bodies("/elsewhere")).toEqual([]);
  expect(new Set(receiver.bodies("/refusing").map(({ event }) => event))).toEqual(new Set(["comment.add"]));
  expect(new Set(receiver.bodies("/refusing-too").map(({ webhookId: told }) => told)).size).toBe(1);
  const [told] = await querySql<{ subjects: string[] }>(
    service.databaseUrl,
    "select subjects from notifications.webhook_deliveries where api_key_id = 'pk_exhausted' and target = 'ep_told'",
  );
  expect(told?.subjects).toEqual(["organization:acme", "document:welcome", "user:alice"]);
  receiver.answer = (response) => void response.end();
}, 60_000);
