import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { WebhookDeliveryState } from "@parley/contracts/notifications";
import { anyPort, EgressRules, networks } from "@parley/egress";
import { Authority, type Certificate, until } from "@parley/testing";
import { Pool } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EgressGuard, guardedConnector } from "../../src/webhooks/guard/egress-guard.ts";
import { Endpoint } from "./endpoint.ts";
import { commentAdded, startWebhooks, type WebhooksTestService } from "./webhooks-service.ts";

const trusted = new Authority();
const unknown = new Authority();
const before = getCACertificates("default");
let service: WebhooksTestService;

beforeAll(async () => {
  // Like NODE_EXTRA_CA_CERTS, in a process that is already running.
  setDefaultCACertificates([...before, trusted.certificate]);
  service = await startWebhooks({ PARLEY_WEBHOOK_RETRY_SECONDS: "0.05" });
});

afterAll(async () => {
  await service?.stop();
  setDefaultCACertificates(before);
  for (const authority of [trusted, unknown]) authority[Symbol.dispose]();
});

const ended = [WebhookDeliveryState.DELIVERED, WebhookDeliveryState.FAILED];

/** Sends one event; returns the result of each attempt. */
async function attemptsAt(apiKeyId: string, rawNotificationUrl: string): Promise<(string | undefined)[][]> {
  service.configure(apiKeyId, { rawNotificationUrl });
  await service.send(commentAdded(apiKeyId));
  const [delivery] = await until(async () => {
    const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId });
    return ended.includes(deliveries[0]?.state ?? WebhookDeliveryState.UNSPECIFIED) && deliveries;
  });
  return delivery?.attempts.map(({ errorClass, error }) => [errorClass, /\((.+)\)/.exec(error)?.[1]]) ?? [];
}

test("an endpoint whose name a trusted authority vouches for receives deliveries, and is asked for by that name", async () => {
  await using endpoint = await Endpoint.start("127.0.0.1", trusted.issue("DNS:localhost"));

  const attempts = await attemptsAt("pk_named", `https://localhost:${endpoint.port}/hook`);

  expect(attempts).toEqual([["", undefined]]);
  expect(endpoint.askedNames).toEqual(["localhost"]);
  expect(endpoint.bodies()).toHaveLength(1);
});

test("an endpoint without a name is verified by its address", async () => {
  await using endpoint = await Endpoint.start("127.0.0.1", trusted.issue("IP:127.0.0.1"));

  const attempts = await attemptsAt("pk_address", `https://127.0.0.1:${endpoint.port}/hook`);

  expect(attempts).toEqual([["", undefined]]);
  expect(endpoint.askedNames).toEqual([""]);
});

const impostors: Readonly<Record<string, readonly [host: string, certificate: () => Certificate, code: string]>> = {
  "has a certificate for another name": ["localhost", () => trusted.issue("DNS:other.example"), "ERR_TLS_CERT_ALTNAME_INVALID"],
  "has a certificate for its address and not its name": ["localhost", () => trusted.issue("IP:127.0.0.1"), "ERR_TLS_CERT_ALTNAME_INVALID"],
  "has a certificate for a name and is called by its address": [
    "127.0.0.1",
    () => trusted.issue("DNS:localhost"),
    "ERR_TLS_CERT_ALTNAME_INVALID",
  ],
  "is vouched for by an authority that nobody knows": [
    "localhost",
    () => unknown.issue("DNS:localhost"),
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  ],
};

test.for(Object.entries(impostors))("an endpoint that %s is sent nothing, and the log says why", async ([, [host, certificate, code]]) => {
  await using endpoint = await Endpoint.start("127.0.0.1", certificate());

  const attempts = await attemptsAt(`pk_${endpoint.port}`, `https://${host}:${endpoint.port}/hook`);

  expect(attempts).toEqual([
    ["tls", code],
    ["tls", code],
  ]);
  expect(endpoint.connections).toBeGreaterThan(0);
  expect(endpoint.received).toEqual([]);
});

test("an endpoint that speaks no TLS is sent nothing", async () => {
  await using endpoint = await Endpoint.start();

  const attempts = await attemptsAt("pk_plain", `https://127.0.0.1:${endpoint.port}/hook`);

  expect(attempts.map(([errorClass]) => errorClass)).toEqual(["tls", "tls"]);
  expect(endpoint.received).toEqual([]);
});

/** A request to a name that the guard resolves to this machine. */
async function requestAt(
  name: string,
  { port }: Endpoint,
  guard = new EgressGuard(new EgressRules({ networks: networks("127.0.0.1"), ports: anyPort }), atThisMachine),
): Promise<number> {
  const pool = new Pool(`https://${name}:${port}`, { connect: guardedConnector(guard, 1_000) });
  try {
    const { statusCode, body } = await pool.request({ method: "POST", path: "/hook", body: "{}" });
    await body.dump();
    return statusCode;
  } finally {
    await pool.destroy();
  }
}

const atThisMachine = async () => [{ address: "127.0.0.1", family: 4 as const }];

test("the name, not the address found by the guard, is asked for and must be verified", async () => {
  await using right = await Endpoint.start("127.0.0.1", trusted.issue("DNS:hooks.customer.example"));
  await using wrong = await Endpoint.start("127.0.0.1", trusted.issue("DNS:localhost", "IP:127.0.0.1"));

  expect(await requestAt("hooks.customer.example", right)).toBe(200);
  await expect(requestAt("hooks.customer.example", wrong)).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });

  expect(right.askedNames).toEqual(["hooks.customer.example"]);
  expect(wrong.received).toEqual([]);
});

test("a name that resolves to an address which is not public is not connected to, whatever its certificate", async () => {
  await using endpoint = await Endpoint.start("127.0.0.1", trusted.issue("DNS:hooks.customer.example"));

  await expect(
    requestAt("hooks.customer.example", endpoint, new EgressGuard(new EgressRules({ networks: [], ports: anyPort }), atThisMachine)),
  ).rejects.toThrow("not public");

  expect(endpoint.connections).toBe(0);
});
