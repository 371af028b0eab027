import { notFound } from "@parley/kernel";
import { expect, test } from "vitest";
import { DeliveryConfigs } from "./delivery-configs.ts";

type Clients = ConstructorParameters<typeof DeliveryConfigs>[0];

/** A workspace service that answers with this webhook configuration, and has no further endpoints. */
function clients(getWebhookConfig: () => Promise<unknown>): Clients {
  return { configs: { getWebhookConfig }, secrets: { getDeliveryEndpoints: async () => ({ endpoints: [] }) } } as unknown as Clients;
}

test("a configuration that cannot be loaded again is the last known one, and says so", async () => {
  const webhookServiceConfig = { rawNotificationUrl: "https://a.example", triggers: {} };
  let isDown = false;
  const getWebhookConfig = async () => {
    if (isDown) throw new Error("down");
    return { useWebhookService: true, webhookServiceConfig, authToken: "", signingSecrets: [], endpointEvents: [] };
  };
  const configs = new DeliveryConfigs(clients(getWebhookConfig), 60_000);

  const loaded = await configs.of("pk");
  isDown = true;
  configs.invalidate("pk");

  expect([loaded, await configs.of("pk")]).toMatchObject([{ state: "current" }, { state: "outdated" }]);
});

test("a configuration that is known to have changed is not used again, also after its API key was deleted", async () => {
  let url: string | undefined = "https://a.example/old";
  const getWebhookConfig = async () => {
    if (url === undefined) throw notFound("There is no API key pk.");
    const webhookServiceConfig = { rawNotificationUrl: url, triggers: {} };
    return { useWebhookService: true, webhookServiceConfig, authToken: "", signingSecrets: [], endpointEvents: [] };
  };
  const configs = new DeliveryConfigs(clients(getWebhookConfig), 60_000);
  const urlOf = async () => {
    const known = await configs.of("pk");
    return known.state === "current" ? known.config.endpoints.get("raw")?.url : known.state;
  };
  expect(await urlOf()).toBe("https://a.example/old");

  url = "https://a.example/new";
  configs.invalidate("pk");
  const changed = await urlOf();
  url = undefined;
  configs.invalidate("another");
  const kept = await urlOf();
  configs.invalidate("pk");

  expect([changed, kept, await urlOf()]).toEqual(["https://a.example/new", "https://a.example/new", "none"]);
});
