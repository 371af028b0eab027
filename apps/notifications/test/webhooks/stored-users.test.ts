import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import type { FakeServices } from "../fake-services.ts";
import { Endpoint } from "./endpoint.ts";
import { annotation, comment, commentAdded, startWebhooks } from "./webhooks-service.ts";

const eve = { userId: "eve" };
const stored = { userId: "eve", name: "Eve Evans", email: "eve@acme.example", title: "Editor" };
const ownKeys = { reviewer: eve };

/** A comment by eve, who tags dave and reacts to it; the customer gave only their ids. */
const hers = {
  ...comment,
  from: eve,
  taggedUserContacts: [{ userId: "dave", text: "@Dave", contact: { userId: "dave" } }],
  reactionAnnotations: [
    {
      annotationId: "greeting-2/+1",
      icon: "+1",
      fromUsers: [
        { from: eve, lastUpdated: 3 },
        { from: { userId: "bob" }, lastUpdated: 4 },
      ],
    },
  ],
  metadata: ownKeys,
};
const hersAdded = (apiKeyId: string, more: object = {}) =>
  commentAdded(apiKeyId, {
    actorJson: JSON.stringify(eve),
    annotationJson: JSON.stringify({
      ...annotation,
      assignedTo: eve,
      from: eve,
      involvedUsers: [eve, ...annotation.involvedUsers],
      comments: [hers],
    }),
    targetCommentJson: JSON.stringify(hers),
    ...more,
  });

function store(fakes: FakeServices): void {
  fakes.profiles.set("eve", { name: "Eve Evans", email: "eve@acme.example", metadataJson: '{"title": "Editor", "userId": "not hers"}' });
  fakes.profiles.set("dave", { name: "Dave" });
}

test("bodies have the stored profiles of users that the event has by id alone, and leave the customer's own objects unchanged", async () => {
  await using own = await startWebhooks();
  await using endpoint = await Endpoint.start();
  store(own.fakes);
  own.fakes.profiles.set("bob", { name: "Another Bob", email: "bob@acme.example" });
  own.configure("pk_users", { rawNotificationUrl: endpoint.url("/raw"), processedNotificationUrl: endpoint.url("/processed") });

  await own.send(hersAdded("pk_users"));
  await until(() => endpoint.received.length === 2);

  const described = {
    from: stored,
    taggedUserContacts: [{ contact: { userId: "dave", name: "Dave" } }],
    reactionAnnotations: [{ fromUsers: [{ from: stored }, { from: { userId: "bob", name: "Another Bob" } }] }],
  };
  expect(endpoint.bodies("/raw")[0]).toMatchObject({
    actionUser: stored,
    commentAnnotation: {
      from: stored,
      assignedTo: stored,
      comments: [{ ...described, metadata: ownKeys }],
      involvedUserIds: ["eve", "alice", "bob", "carol", "dave"],
    },
    targetComment: described,
  });
  expect(endpoint.bodies("/raw")[0]).toHaveProperty("targetComment.metadata", ownKeys);
  expect(endpoint.bodies("/processed")[0]).toMatchObject({
    from: stored,
    commentTextFrom: stored,
    targetComment: described,
    toContactsTagged: [{ userId: "dave", name: "Dave", notify: { inbox: true, email: true } }],
    toContactsUpdated: [{ userId: "alice", name: "Alice Adams" }, { userId: "bob" }, { userId: "carol" }],
  });
});

test("the users of a batch of bodies are looked up in one call, and none if the events have all profiles", async () => {
  await using own = await startWebhooks();
  await using endpoint = await Endpoint.start();
  own.configure("pk_batch", { rawNotificationUrl: endpoint.url() });
  const described = { ...annotation, involvedUsers: annotation.involvedUsers.slice(0, 3) };

  await own.send(commentAdded("pk_batch", { annotationJson: JSON.stringify(described) }));
  await until(() => endpoint.received.length === 1);
  const askedBefore = own.fakes.profilesAsked.length;
  await own.send(...Array.from({ length: 5 }, () => hersAdded("pk_batch")));
  await until(() => endpoint.received.length === 6);

  expect([askedBefore, own.fakes.profilesAsked.length]).toEqual([0, 1]);
});

test("a users service that is down delays an event and later ones of its document, and loses none", async () => {
  await using own = await startWebhooks();
  await using endpoint = await Endpoint.start();
  store(own.fakes);
  own.configure("pk_away", { processedNotificationUrl: endpoint.url() });
  own.fakes.usersAreDown = true;

  const described = JSON.stringify({ ...annotation, involvedUsers: annotation.involvedUsers.slice(0, 3) });
  await own.send(hersAdded("pk_away"), commentAdded("pk_away", { annotationJson: described }));
  await until(
    async () => (await querySql(own.databaseUrl, "select from notifications.webhook_queue where state = 'scheduled'")).length === 2,
  );
  expect(endpoint.received).toHaveLength(0);
  own.fakes.usersAreDown = false;

  await until(() => endpoint.received.length === 2);
  expect(endpoint.bodies().map(({ from }) => from)).toMatchObject([stored, { userId: "alice" }]);
});

test("an event that waited a minute for the users service is sent with users by id", async () => {
  await using own = await startWebhooks();
  await using endpoint = await Endpoint.start();
  store(own.fakes);
  own.configure("pk_minute", { processedNotificationUrl: endpoint.url() });
  own.fakes.usersAreDown = true;
  await own.send(hersAdded("pk_minute"));
  await until(
    async () => (await querySql(own.databaseUrl, "select from notifications.webhook_queue where state = 'scheduled'")).length === 1,
  );

  const earlier = "set created_at_ms = created_at_ms - 61000";
  await querySql(own.databaseUrl, `update notifications.webhook_deliveries ${earlier}; update notifications.webhook_queue ${earlier}`);

  await until(() => endpoint.received.length === 1);
  expect(endpoint.bodies()[0]).toMatchObject({ from: eve });
  expect(endpoint.bodies()[0]).not.toHaveProperty("from.name");
});
