import { createSecretKey } from "node:crypto";
import { expect, test } from "vitest";
import type { DeliveryEndpoint } from "../config/delivery-endpoint.ts";
import { BlockedAddress, type EgressGuard } from "../guard/egress-guard.ts";
import type { EndpointPools } from "./endpoint-pools.ts";
import { WebhookSender } from "./webhook-sender.ts";

test("a delivery without a signing secret is not sent", async () => {
  const sent: string[] = [];
  const guard = { refuseUrl: (url: URL) => void sent.push(url.href) } as unknown as EgressGuard;
  const sender = new WebhookSender({ guard, pools: {} as unknown as EndpointPools, timeoutMs: 1_000 });
  const endpoint = { secrets: [], url: "https://example.org/" } as unknown as DeliveryEndpoint;
  const form = { encodeData: false, publicKey: undefined };

  const sending = { apiKeyId: "pk_1", webhookId: "w", body: "{}" };
  const result = await sender.attempt(sending, { endpoint, form }, new AbortController().signal);

  expect(result).toMatchObject({ status: null, errorClass: "configuration", error: "There is no signing secret." });
  expect(sent).toEqual([]);
});

test("an address that is not allowed is refused at every attempt", async () => {
  const refused: string[] = [];
  const guard = {
    refuseUrl: (url: URL) => {
      refused.push(url.href);
      throw new BlockedAddress(url.hostname);
    },
  } as unknown as EgressGuard;
  const sender = new WebhookSender({ guard, pools: {} as unknown as EndpointPools, timeoutMs: 1_000 });
  const secrets = [{ key: createSecretKey(Buffer.alloc(32)), untilMs: Number.POSITIVE_INFINITY }];
  const endpoint = { secrets, url: "http://127.0.0.1/", headers: [], withheld: [] } as unknown as DeliveryEndpoint;
  const form = { encodeData: false, publicKey: undefined };
  const attempt = () => sender.attempt({ apiKeyId: "pk_1", webhookId: "w", body: "{}" }, { endpoint, form }, new AbortController().signal);

  const results = [await attempt(), await attempt()];

  expect(results.map(({ errorClass }) => errorClass)).toEqual(["blocked_address", "blocked_address"]);
  expect(refused).toHaveLength(2);
});
