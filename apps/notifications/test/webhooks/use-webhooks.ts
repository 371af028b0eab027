import { later } from "@parley/testing";
import { afterAll, beforeAll } from "vitest";
import { Endpoint } from "./endpoint.ts";
import { startWebhooks, type WebhooksTestService } from "./webhooks-service.ts";

interface UsedWebhooks {
  readonly service: WebhooksTestService;
  readonly endpoint: Endpoint;
}

/** One service for the tests of a file, with these settings, and a customer's endpoint. Both can be used once the tests run. */
export function useWebhooks(environment: Readonly<Record<string, string>> = {}): UsedWebhooks {
  let service: WebhooksTestService | undefined;
  let endpoint: Endpoint | undefined;
  beforeAll(async () => {
    service = await startWebhooks(environment);
    endpoint = await Endpoint.start();
  });
  afterAll(async () => {
    await service?.stop();
    await endpoint?.stop();
  });
  return { service: later(() => service), endpoint: later(() => endpoint) };
}
