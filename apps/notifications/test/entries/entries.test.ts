import { NotificationLevel } from "@parley/contracts/notifications";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assignment, comment, deletion, type EntriesService, entriesOf, newPlace, startEntries } from "./entries-service.ts";

let service: EntriesService;
let keys = 0;
let apiKeyId: string;

beforeAll(async () => {
  service = await startEntries();
});

beforeEach(() => {
  apiKeyId = `pk_entries_${++keys}`;
  newPlace(service, apiKeyId);
});

afterAll(() => service?.stop());

const seenBy = async (userId: string) => (await entriesOf({ ...service, apiKeyId }, userId)).map(({ headline }) => headline);

const setLevel = (userId: string, level: NotificationLevel) =>
  service.notifications.setNotificationConfig({
    apiKeyId,
    organizationId: "acme",
    userId,
    documentIds: ["welcome"],
    inbox: { level },
  });

describe("the recipients of entries", () => {
  test("an entry is added for the users tagged by a comment, the other participants and the new assignee, each with its own headline", async () => {
    const event = comment({ apiKeyId, tags: ["bob"], involved: ["carol", "dave"], assignedTo: "dave", trigger: "comment_annotation.add" });

    await service.handle(event);

    expect(await seenBy("bob")).toEqual(["Alice Example mentioned you"]);
    expect(await seenBy("carol")).toEqual(["Alice Example commented"]);
    expect(await seenBy("dave")).toEqual(["Alice Example assigned a thread to you"]);
  });

  test("an entry is added neither for the author of a comment nor for the user who writes it in the author's name", async () => {
    await service.handle(comment({ apiKeyId, by: "alice", actor: "carol", tags: ["alice", "bob", "carol"] }));

    expect(await seenBy("alice")).toEqual([]);
    expect(await seenBy("carol")).toEqual([]);
    expect(await seenBy("bob")).toHaveLength(1);
  });

  test("an entry is added for the assignee of a thread, unless they assigned it to themselves", async () => {
    await service.handle(assignment(apiKeyId, "bob", "alice"), assignment(apiKeyId, "carol", "carol"), assignment(apiKeyId, "dave"));

    expect(await seenBy("bob")).toEqual(["Alice Example assigned a thread to you"]);
    expect(await seenBy("carol")).toEqual([]);
    expect(await seenBy("dave")).toEqual(["A thread was assigned to you"]);
  });

  test("an entry is not added at level NONE, and at level MINE only if it names the user", async () => {
    await setLevel("bob", NotificationLevel.NONE);
    for (const userId of ["carol", "dave"]) await setLevel(userId, NotificationLevel.MINE);

    await service.handle(comment({ apiKeyId, tags: ["bob", "carol"], involved: ["dave"] }));
    await setLevel("bob", NotificationLevel.ALL);

    expect(await seenBy("bob")).toEqual([]);
    expect(await seenBy("carol")).toEqual(["Alice Example mentioned you"]);
    expect(await seenBy("dave")).toEqual([]);
  });

  test("an entry is not added for a user outside the organization, who is named nowhere", async () => {
    service.fakes.organization(apiKeyId, "acme").members.delete("carol");

    await service.handle(comment({ apiKeyId, tags: ["bob", "carol"] }));

    const { notifications } = await service.notifications.getNotifications({ apiKeyId, organizationId: "acme", documentId: "welcome" });
    const named = notifications.flatMap(({ notifyUsers }) => notifyUsers.map(({ userId }) => userId));
    expect(named.sort()).toEqual(["bob", "witness"]);
  });

  test("an entry is not added for a user who is being removed, nor for others about that user's comments", async () => {
    service.fakes.removedUsers.add("carol");
    try {
      await service.handle(
        comment({ apiKeyId, commentId: "c1", tags: ["bob", "carol"] }),
        comment({ apiKeyId, commentId: "c2", by: "carol", actor: "alice", newTags: ["dave"], trigger: "comment.update" }),
        assignment(apiKeyId, "dave", "carol"),
      );
    } finally {
      service.fakes.removedUsers.delete("carol");
    }

    expect([await seenBy("bob"), await seenBy("carol"), await seenBy("dave")]).toEqual([["Alice Example mentioned you"], [], []]);
  });

  test("an entry names an author whom the users service does not know, unless their data was removed", async () => {
    const robot = comment({ apiKeyId, commentId: "c1", by: "robot", tags: ["bob"] });
    service.fakes.goneUsers.add("robot");
    await service.handle(robot);
    expect(await seenBy("bob")).toEqual(["Robot Example mentioned you"]);

    const mark =
      "insert into notifications.erasure_marks (api_key_id, mark, requested_at_ms) values ($1, encode(sha256('user:robot'), 'hex'), 1)";
    await querySql(service.databaseUrl, mark, [apiKeyId]);
    await service.handle(comment({ apiKeyId, commentId: "c2", by: "robot", tags: ["bob"] }));

    expect(await seenBy("bob")).toHaveLength(1);
  });

  test("an entry is not added while the API key does not notify of comments", async () => {
    await service.handle(comment({ apiKeyId, tags: ["bob"], notifiesInboxes: false }));

    expect(await seenBy("bob")).toEqual([]);
  });
});

test("an entry names its thread, comment and location, shows the comment's text, and is unread", async () => {
  await service.handle(comment({ apiKeyId, text: "See page 3.", tags: ["bob"] }));

  const { notifications } = await service.notifications.getNotifications({ apiKeyId, organizationId: "acme", userId: "bob" });
  expect(notifications).toMatchObject([
    {
      documentId: "welcome",
      displayBodyMessage: "See page 3.",
      actionUser: { userId: "alice", name: "Alice Example" },
      notifyUsers: [{ userId: "bob", name: "Bob Example" }],
    },
  ]);
  expect(notifications[0]?.readAtMs).toBeUndefined();
  expect(JSON.parse(notifications[0]?.notificationSourceDataJson ?? "")).toEqual({
    kind: "tag",
    annotationId: "thread",
    commentId: "c1",
    location: { id: "page-1", locationName: "Page 1" },
  });
});

test("the text of an entry is the beginning of a long comment", async () => {
  await service.handle(comment({ apiKeyId, text: `${"x".repeat(499)}👍 and more`, tags: ["bob"] }));

  const [entry] = await entriesOf({ ...service, apiKeyId }, "bob");
  expect(entry?.body).toBe(`${"x".repeat(499)}�…`);
});

test("an event that is delivered again after its inbox record has expired adds no second entry", async () => {
  const event = comment({ apiKeyId, tags: ["bob"], involved: ["carol"] });
  const edit = comment({ apiKeyId, tags: ["bob"], newTags: ["dave"], trigger: "comment.update" });

  await service.handle(event, edit);
  await service.handle(event, edit);

  for (const userId of ["bob", "carol", "dave"]) expect(await seenBy(userId), userId).toHaveLength(1);
});

test("an edit gives newly tagged users one entry that says so, also those with an entry about the comment, and nobody else", async () => {
  await service.handle(comment({ apiKeyId, tags: ["bob"], involved: ["carol"] }));

  await service.handle(comment({ apiKeyId, tags: ["bob"], newTags: ["carol", "dave"], involved: ["carol"], trigger: "comment.update" }));

  expect(await seenBy("bob")).toEqual(["Alice Example mentioned you"]);
  expect(await seenBy("carol")).toEqual(["Alice Example mentioned you"]);
  expect(await seenBy("dave")).toEqual(["Alice Example mentioned you"]);
});

test("an entry shows the edited text of its comment", async () => {
  await service.handle(comment({ apiKeyId, text: "The password is 1234.", tags: ["bob"] }));

  await service.handle(
    comment({ apiKeyId, text: "Sorry, wrong place.", tags: ["bob"], trigger: "comment.update", notifiesInboxes: false }),
  );

  expect((await entriesOf({ ...service, apiKeyId }, "bob")).map(({ body }) => body)).toEqual(["Sorry, wrong place."]);
});

test("deleting a comment deletes its entries, also those of edits, and no others", async () => {
  await service.handle(
    comment({ apiKeyId, commentId: "c1", tags: ["bob"] }),
    comment({ apiKeyId, commentId: "c1", tags: ["bob"], newTags: ["carol"], trigger: "comment.update" }),
    comment({ apiKeyId, commentId: "c2", tags: ["bob", "carol"] }),
    comment({ apiKeyId, commentId: "c1", annotationId: "other", tags: ["bob"] }),
  );

  await service.handle(deletion(apiKeyId, "c1"));

  const left = async (userId: string) =>
    (await entriesOf({ ...service, apiKeyId }, userId)).map((entry) => `${entry.thread} ${entry.comment}`).sort();
  expect(await left("bob")).toEqual(["other c1", "thread c2"]);
  expect(await left("carol")).toEqual(["thread c2"]);
});

test("deleting a thread deletes the entries of its comments and its assignment, with all their rows", async () => {
  await service.handle(comment({ apiKeyId, tags: ["bob"] }), assignment(apiKeyId, "bob", "alice"));
  const ids = (await entriesOf({ ...service, apiKeyId }, "bob")).map(({ notificationId }) => notificationId);
  await service.notifications.updateNotifications({ apiKeyId, organizationId: "acme", userId: "bob", notificationIds: ids, isRead: true });

  await service.handle(deletion(apiKeyId));

  expect(ids).toHaveLength(2);
  expect(await seenBy("bob")).toEqual([]);
  const rows = () =>
    querySql(
      service.databaseUrl,
      `select 1 from notifications.recipients where api_key_id = '${apiKeyId}' and user_id = 'bob'
       union all select 1 from notifications.read_marks where api_key_id = '${apiKeyId}'
       union all select 1 from notifications.deleted_notifications where api_key_id = '${apiKeyId}'`,
    );
  await until(async () => (await rows()).length === 0);
});

test("a comment added again under an older one's id has its own entries, even while the older entries exist", async () => {
  // The case of a document that is deleted and added again at once, before the removal has reached its entries.
  await service.handle(comment({ apiKeyId, tags: ["bob"], createdAt: Date.now() - 1_000 }));

  await service.handle(comment({ apiKeyId, tags: ["bob"], createdAt: Date.now() }));

  expect(await seenBy("bob")).toHaveLength(2);
});

test("the entries of a moved thread name its new location", async () => {
  await service.handle(comment({ apiKeyId, tags: ["bob"] }));
  const moved = { ...comment({ apiKeyId, trigger: "comment_annotation.update" }), commentId: "", targetCommentJson: "" };

  await service.handle({ ...moved, annotationJson: JSON.stringify({ location: { id: "page-2", offset: 1 } }) });

  const [entry] = await entriesOf({ ...service, apiKeyId }, "bob");
  expect(entry?.source).toMatchObject({ annotationId: "thread", commentId: "c1", location: { id: "page-2" } });
  expect(entry?.source.location).toEqual({ id: "page-2" });
});
