import { withConstants } from "@parley/runtime";
import { startProcess, until } from "@parley/testing";
import { expect, test } from "vitest";
import { notificationsModule } from "../../src/module.ts";
import { quick } from "./configure.ts";
import { Endpoint } from "./endpoint.ts";
import { configureEndpoints, furtherEndpoint } from "./further-endpoint.ts";
import { commentAdded, startWebhooks } from "./webhooks-service.ts";

const perSecond = 10;
// A process with a small concurrency leases few deliveries, so that some are left for the other process.
const few = { ...withConstants({ webhookEndpointConcurrency: 2 }) };

/** The most requests within any second. */
function mostInASecond(times: readonly number[]): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
}

test("an endpoint's rate is kept by two processes together; other endpoints of its key are not delayed", async () => {
  await using service = await startWebhooks(few);
  await using receiver = await Endpoint.start();
  const { directory, users, workspace } = service.fakes;
  await using _second = await startProcess([directory, users, workspace, notificationsModule], {
    ...quick,
    ...few,
    PARLEY_DATABASE_URL: service.databaseUrl,
    PARLEY_NOTIFICATIONS_DATABASE_URL: service.databaseUrl,
  });
  configureEndpoints(
    service.fakes,
    "pk_rate",
    furtherEndpoint({ endpointId: "ep_limited", url: receiver.url("/limited"), rateLimit: perSecond }),
    furtherEndpoint({ endpointId: "ep_free", url: receiver.url("/free") }),
  );

  await service.send(...Array.from({ length: 40 }, (_, n) => commentAdded("pk_rate", { documentId: `d${n % 8}` })));
  await until(() => receiver.bodies("/free").length === 40);
  const atFirst = receiver.bodies("/limited").length;
  await until(() => receiver.bodies("/limited").length === 40, 30_000);

  const times = receiver.received.filter(({ path }) => path === "/limited").map(({ atMs }) => atMs);
  expect(atFirst).toBeLessThan(40);
  // A starved machine sends some requests later than scheduled, and so closer to the next one. Without a common rate, two processes would
  // send twice as many.
  expect(mostInASecond(times)).toBeLessThanOrEqual(perSecond * 1.5);
  for (const document of ["d0", "d7"]) {
    const sequences = receiver
      .bodies("/limited")
      .flatMap(({ metadata, sequence }) => ((metadata as { documentId: string }).documentId === document ? [sequence] : []));
    expect(sequences).toEqual([1, 2, 3, 4, 5]);
  }
}, 60_000);

test("an API key with many endpoints that do not respond leaves capacity for another key", async () => {
  await using service = await startWebhooks({
    ...withConstants({ webhookConcurrency: 32, webhookEndpointConcurrency: 8 }),
    PARLEY_WEBHOOK_TIMEOUT_MS: "60000",
  });
  await using receiver = await Endpoint.start();
  receiver.answer = (response, { path }) => (path.startsWith("/silent") ? undefined : void response.end());
  const silent = Array.from({ length: 40 }, (_, n) => furtherEndpoint({ endpointId: `ep_${n}`, url: receiver.url(`/silent${n}`) }));
  configureEndpoints(service.fakes, "pk_silent", ...silent);
  configureEndpoints(service.fakes, "pk_other", furtherEndpoint({ endpointId: "ep_other", url: receiver.url("/other") }));
  await service.send(...Array.from({ length: 8 }, (_, n) => commentAdded("pk_silent", { documentId: `d${n}` })));
  await until(() => receiver.received.length >= 16);

  await service.send(...Array.from({ length: 20 }, (_, n) => commentAdded("pk_other", { documentId: `d${n}` })));

  await until(() => receiver.bodies("/other").length === 20, 20_000);
  expect(receiver.received.filter(({ path }) => path.startsWith("/silent")).length).toBeLessThanOrEqual(16);
}, 60_000);
