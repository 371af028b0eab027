import { lookup } from "node:dns/promises";
import { WebhookDeliveryState } from "@parley/contracts/notifications";
import { anyPort, EgressRules, networks } from "@parley/egress";
import { until } from "@parley/testing";
import { Pool } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EgressGuard, guardedConnector } from "../../src/webhooks/guard/egress-guard.ts";
import { Endpoint } from "./endpoint.ts";
import { commentAdded, startWebhooks, type WebhooksTestService } from "./webhooks-service.ts";

let service: WebhooksTestService;
/** An endpoint where no request may ever arrive. */
let canary: Endpoint;

beforeAll(async () => {
  service = await startWebhooks({ PARLEY_EGRESS_ALLOW: "", PARLEY_WEBHOOK_RETRY_SECONDS: "0.05" });
  canary = await Endpoint.start("0.0.0.0");
});

afterAll(async () => {
  await service?.stop();
  await canary?.stop();
});

const hosts = [
  ...["127.0.0.1", "127.1", "2130706433", "0x7f000001", "017700000001", "0177.0.0.1", "127.0.0.1.", "0.0.0.0", "0", "１２７.0.0.1"],
  ...["[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "localhost"],
];

test("no spelling of an address of this machine is connected to, on any attempt, and each is logged as blocked", async () => {
  for (const [index, host] of hosts.entries()) {
    service.configure(`pk_${index}`, { rawNotificationUrl: `http://${host}:${canary.port}/hook` });
  }

  await service.send(...hosts.map((_, index) => commentAdded(`pk_${index}`)));

  for (const [index, host] of hosts.entries()) {
    const { deliveries } = await until(async () => {
      const answer = await service.webhooks.getWebhookDeliveries({ apiKeyId: `pk_${index}`, state: WebhookDeliveryState.FAILED });
      return answer.deliveries.length === 1 && answer;
    });
    const classes = deliveries[0]?.attempts.map(({ errorClass }) => errorClass);
    expect(classes, host).toEqual(["blocked_address", "blocked_address"]);
  }
  expect(canary.connections).toBe(0);
});

test("a test event does not reach this machine either", async () => {
  service.configure("pk_test", { rawNotificationUrl: `http://127.0.0.1:${canary.port}/hook` });

  const { results } = await service.webhooks.sendTestWebhook({ apiKeyId: "pk_test", trigger: "comment.add" });

  expect(results.map(({ success, attempt }) => [success, attempt?.errorClass])).toEqual([[false, "blocked_address"]]);
  expect(canary.connections).toBe(0);
});

test("a name that resolves elsewhere at the second look-up is not followed there", async () => {
  const answers = [[{ address: "127.0.0.1", family: 4 }], [{ address: "127.0.0.2", family: 4 }]];
  const asked: string[] = [];
  const guard = new EgressGuard(new EgressRules({ networks: networks("127.0.0.1"), ports: anyPort }), async (host) => {
    asked.push(host);
    return answers[asked.length - 1] ?? [];
  });
  await using allowed = await Endpoint.start();
  const pool = new Pool(`http://rebinding.example:${allowed.port}`, { connect: guardedConnector(guard, 1_000) });
  const send = () => pool.request({ method: "POST", path: "/hook", body: "{}", reset: true }).then(({ body }) => body.text());

  expect(await send()).toBe("thank you");
  await expect(send()).rejects.toThrow("not public");

  expect(asked).toHaveLength(2);
  expect(allowed.received).toHaveLength(1);
  await pool.destroy();
});

test("a disallowed address in a URL is never connected to, whichever code requests the connection", async () => {
  await using other = await Endpoint.start();
  const guard = new EgressGuard(new EgressRules({ networks: [], ports: anyPort }), async () => []);
  const pool = new Pool(`http://127.0.0.1:${other.port}`, { connect: guardedConnector(guard, 1_000) });

  await expect(pool.request({ method: "POST", path: "/hook", body: "{}" })).rejects.toThrow("not public");

  // The socket would be refused as well, but only once it is open, and the inside server would have seen it.
  expect(other.connections).toBe(0);
  await pool.destroy();
});

test("the socket is checked again, so a flawed look-up check leads nowhere", async () => {
  // A guard with a flaw: it reports other addresses than the connection uses.
  class Lying extends EgressGuard {
    override async addressesOf() {
      return lookup("127.0.0.1", { all: true });
    }
  }
  await using other = await Endpoint.start();
  const pool = new Pool(`http://lying.example:${other.port}`, {
    connect: guardedConnector(new Lying(new EgressRules({ networks: [], ports: anyPort }), async () => []), 1_000),
  });

  await expect(pool.request({ method: "POST", path: "/hook", body: "{}" })).rejects.toThrow("not public");

  expect(other.received).toEqual([]);
  await pool.destroy();
});

test("a redirect is a failure and is not followed", async () => {
  await using open = await Endpoint.start();
  await using allowing = await startWebhooks({ PARLEY_WEBHOOK_RETRY_SECONDS: "0.05" });
  open.answer = (response) => void response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/stolen` }).end();
  allowing.configure("pk_redirect", { rawNotificationUrl: open.url() });

  await allowing.send(commentAdded("pk_redirect"));

  const [delivery] = await until(async () => {
    const { deliveries } = await allowing.webhooks.getWebhookDeliveries({ apiKeyId: "pk_redirect", state: WebhookDeliveryState.FAILED });
    return deliveries.length === 1 && deliveries;
  });
  expect(delivery?.attempts.map(({ errorClass, status }) => [errorClass, status])).toEqual([
    ["redirect", 302],
    ["redirect", 302],
  ]);
  expect(canary.connections).toBe(0);
});
