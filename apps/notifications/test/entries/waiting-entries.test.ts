import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Trigger } from "../webhooks/trigger-sender.ts";
import { comment, deletion, type EntriesService, entriesOf, newPlace, startEntries } from "./entries-service.ts";

let service: EntriesService;
let keys = 0;
let apiKeyId: string;

beforeAll(async () => {
  service = await startEntries();
});

beforeEach(() => {
  apiKeyId = `pk_waiting_${++keys}`;
  newPlace(service, apiKeyId);
});

afterAll(() => service?.stop());

const countOf = async (table: string) =>
  (await querySql(service.databaseUrl, `select from notifications.${table} where api_key_id = $1`, [apiKeyId])).length;

const bodiesOf = async (userId: string) => (await entriesOf({ ...service, apiKeyId }, userId)).map(({ body }) => body);

/** Sends events while the users service does not respond, until they all wait behind those already waiting. */
async function sendMeanwhile(...triggers: readonly Trigger[]) {
  service.fakes.usersAreDown = true;
  const before = await countOf("waiting_events");
  await service.send(...triggers);
  await until(async () => (await countOf("waiting_events")) === before + triggers.length);
}

async function respondAgain() {
  service.fakes.usersAreDown = false;
  // As if the time until the next attempt had passed.
  await querySql(service.databaseUrl, "update notifications.work set due_at_ms = 0 where api_key_id = $1", [apiKeyId]);
  await until(async () => (await countOf("waiting_events")) + (await countOf("work")) === 0, 10_000);
}

test("while the users service does not respond no entries are added, and once it does each user has theirs", async () => {
  await sendMeanwhile(comment({ apiKeyId, tags: ["bob"], involved: ["carol"] }));
  expect(await countOf("notifications")).toBe(0);

  await respondAgain();

  expect(await bodiesOf("bob")).toHaveLength(1);
  expect(await bodiesOf("carol")).toHaveLength(1);
});

test("changes of a comment whose entries wait are applied to them in order", async () => {
  await sendMeanwhile(
    comment({ apiKeyId, commentId: "c1", tags: ["bob"] }),
    comment({ apiKeyId, commentId: "c2", text: "Before.", tags: ["bob"] }),
  );
  await sendMeanwhile(
    comment({ apiKeyId, commentId: "c2", text: "After.", tags: ["bob"], trigger: "comment.update", notifiesInboxes: false }),
    deletion(apiKeyId, "c1"),
  );

  await respondAgain();

  expect(await bodiesOf("bob")).toEqual(["After."]);
});

test("an event without an effect on inboxes does not wait", async () => {
  await sendMeanwhile(comment({ apiKeyId, commentId: "first", tags: ["bob"] }));
  await service.send(comment({ apiKeyId, commentId: "quiet", tags: ["bob"], notifiesInboxes: false }));

  await sendMeanwhile(comment({ apiKeyId, commentId: "last", tags: ["bob"] }));

  const messages = await querySql(service.databaseUrl, "select message from notifications.waiting_events where api_key_id = $1", [
    apiKeyId,
  ]);
  expect(messages.map(({ message }) => /first|quiet|last/.exec(message.toString())?.[0]).toSorted()).toEqual(["first", "last"]);
  await respondAgain();
});

test("an event of another document does not wait behind waiting ones", async () => {
  await sendMeanwhile(comment({ apiKeyId, commentId: "c1", tags: ["bob"] }));
  service.fakes.usersAreDown = false;

  await service.handle(comment({ apiKeyId, commentId: "c2", documentId: "roadmap", tags: ["bob"] }));

  expect((await entriesOf({ ...service, apiKeyId }, "bob")).map((entry) => entry.comment)).toContain("c2");
  await respondAgain();
});

test("waiting entries do not name users whose removal was requested meanwhile", async () => {
  await sendMeanwhile(
    comment({ apiKeyId, commentId: "c1", text: "To two.", tags: ["bob", "carol"] }),
    comment({ apiKeyId, commentId: "c2", text: "By Carol.", by: "carol", tags: ["bob"] }),
  );
  service.fakes.removedUsers.add("carol");
  try {
    await respondAgain();

    expect(await bodiesOf("bob")).toEqual(["To two."]);
    expect(await querySql(service.databaseUrl, namingCarol, [apiKeyId])).toEqual([]);
  } finally {
    service.fakes.removedUsers.delete("carol");
  }
});

const namingCarol = "select from notifications.notifications n where api_key_id = $1 and strpos(n::text, 'carol') > 0";

test("a waiting event of a user whose removal was requested meanwhile adds no entries", async () => {
  await sendMeanwhile(comment({ apiKeyId, tags: ["bob"] }));
  // The user named by the event was removed. The removal is complete, so the users service no longer knows it.
  await querySql(
    service.databaseUrl,
    `insert into notifications.erasure_marks (api_key_id, mark, requested_at_ms)
     values ($1, encode(sha256('user:alice'), 'hex'), ${Number.MAX_SAFE_INTEGER})`,
    [apiKeyId],
  );

  await respondAgain();

  expect(await bodiesOf("bob")).toEqual([]);
});
