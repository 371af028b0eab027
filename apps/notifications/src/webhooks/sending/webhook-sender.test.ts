import { expect, test } from "vitest";
import type { DeliveryEndpoint } from "../config/delivery-endpoint.ts";
import type { EgressGuard } from "../guard/egress-guard.ts";
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
