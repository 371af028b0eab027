import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { useWebhooks } from "./use-webhooks.ts";
import { commentAdded } from "./webhooks-service.ts";

const { service, endpoint } = useWebhooks();

const sql = (text: string, values: readonly unknown[] = []) => querySql(service.databaseUrl, text, values);
const payloadsOf = (apiKeyId: string) =>
  sql("select body, event is not null as has_event from notifications.webhook_payloads where api_key_id = $1", [apiKeyId]);

test("a delivery is created with its numbered body, and sends that, even if no name and no user is known any more", async () => {
  service.configure("pk_ready", { rawNotificationUrl: endpoint.url("/ready"), processedNotificationUrl: endpoint.url("/ready") });
  await sql(`create function notifications.hold() returns trigger language plpgsql as
      $$ begin new.state := 'scheduled'; new.due_at_ms := 9000000000000000; return new; end $$;
    create trigger hold before insert on notifications.webhook_queue for each row when (new.api_key_id = 'pk_ready') execute function notifications.hold()`);
  await service.send(commentAdded("pk_ready"), commentAdded("pk_ready"));
  const created = await until(async () => {
    const payloads = await payloadsOf("pk_ready");
    return payloads.length === 4 && payloads;
  });

  service.fakes.directoryIsDown = true;
  service.fakes.usersAreDown = true;
  await sql("update notifications.webhook_queue set due_at_ms = 0 where api_key_id = 'pk_ready'");
  const sent = await until(() => endpoint.bodies("/ready").length === 4 && endpoint.received.filter(({ path }) => path === "/ready"));
  service.fakes.directoryIsDown = false;
  service.fakes.usersAreDown = false;

  expect(created).toEqual(expect.arrayContaining(sent.map(({ body }) => ({ has_event: false, body }))));
  expect(endpoint.bodies("/ready").map(({ sequence }) => sequence)).toEqual([1, 1, 2, 2]);
  expect(endpoint.bodies("/ready").map(({ metadata }) => metadata)).toContainEqual(
    expect.objectContaining({ organizationName: expect.any(String), documentName: "Name of welcome" }),
  );
});

/** Creates two deliveries of one event and puts off their first attempt. Returns their future bodies. */
async function holdDeliveries(apiKeyId: string): Promise<string[]> {
  service.configure(apiKeyId, { rawNotificationUrl: endpoint.url("/raw"), processedNotificationUrl: endpoint.url("/processed") });
  endpoint.received.splice(0);
  // The event has a user by id alone, who must be looked up.
  service.fakes.usersAreDown = true;
  await service.send(commentAdded(apiKeyId, { actorJson: JSON.stringify({ userId: "alice" }) }));
  await until(async () => {
    const held = `update notifications.webhook_queue set fence = default, due_at_ms = 9000000000000000
      where api_key_id = $1 and state = 'scheduled' and (select count(*) from notifications.webhook_queue where api_key_id = $1 and state = 'scheduled') = 2
      returning 1`;
    return (await sql(held, [apiKeyId])).length === 2;
  });
  service.fakes.usersAreDown = false;
  return until(async () => {
    const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId, includeBodies: true });
    const bodies = deliveries.flatMap(({ bodyJson }) => bodyJson ?? []);
    return bodies.length === 2 && bodies.sort();
  });
}

async function sentBodies(apiKeyId: string): Promise<string[]> {
  await sql("update notifications.webhook_queue set due_at_ms = 0 where api_key_id = $1", [apiKeyId]);
  await until(() => endpoint.received.length === 2);
  return endpoint.received.map(({ body }) => body).sort();
}

test("a delivery that is created while users are unavailable keeps its event until its first attempt, and from then on the body that was sent", async () => {
  const bodies = await holdDeliveries("pk_stored");
  const before = await payloadsOf("pk_stored");

  const sent = await sentBodies("pk_stored");

  expect(before).toEqual([
    { has_event: true, body: "" },
    { has_event: true, body: "" },
  ]);
  expect(sent).toEqual(bodies);
  expect(await payloadsOf("pk_stored")).toEqual(expect.arrayContaining(sent.map((body) => ({ has_event: false, body }))));
});

test("an event that cannot be read becomes a dead letter and holds up no other", async () => {
  service.configure("pk_unread", { rawNotificationUrl: endpoint.url("/unread") });
  const broken = commentAdded("pk_unread", { documentId: "other", annotationJson: "{" });

  await service.send(broken, commentAdded("pk_unread"));

  await until(() => endpoint.bodies("/unread").length === 1);
  const letters = "select event_key from notifications.dead_letters where api_key_id = 'pk_unread'";
  expect(await until(async () => (await sql(letters)).length > 0 && sql(letters))).toEqual([{ event_key: "pk_unread/acme/other" }]);
});
