import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { alice, bob, carol } from "./activity.ts";
import { startTelling, type Telling } from "./telling.ts";

let telling: Telling;
let keys = 0;

beforeAll(async () => {
  telling = await startTelling();
});

beforeEach(() => telling.forget());

afterAll(() => telling?.[Symbol.asyncDispose]());

/** An API key without webhooks and mails. */
function newPlace(notifies: "now" | "once" | "never") {
  const apiKeyId = `pk_inboxes_${++keys}`;
  const { surroundings } = telling.activity;
  surroundings.open(apiKeyId, "acme", "welcome");
  if (notifies === "now") surroundings.notifyingKeys.add(apiKeyId);
  if (notifies === "once") surroundings.onceNotifyingKeys.add(apiKeyId);
  return { apiKeyId, organizationId: "acme", documentId: "welcome" };
}

/** Makes every change of a thread that inboxes may want, up to its deletion. */
async function liveOf(place: ReturnType<typeof newPlace>) {
  const { administration } = telling.activity;
  const annotationId = "greeting";
  const at = { ...place, annotationId };
  await administration.addCommentAnnotations({
    ...place,
    annotations: [{ annotation: { annotationId }, comments: [{ author: alice, comment: { commentId: "c1", text: "One." } }] }],
  });
  await administration.addComments({ ...at, comments: [{ author: bob, comment: { commentId: "c2", text: "Two." } }] });
  await administration.updateComments({ ...at, commentIds: ["c2"], change: { taggedUsers: { users: [carol] } }, actionUser: bob });
  await administration.updateCommentAnnotations({
    ...place,
    annotationIds: [annotationId],
    change: { status: "DONE", assigneeChange: { case: "assignee", value: carol } },
  });
  await administration.addReactions({ ...at, commentId: "c1", user: bob, reactions: ["👍"] });
  await administration.deleteComments({ ...at, commentIds: ["c2"] });
  await administration.deleteCommentAnnotations({ ...place, annotationIds: [annotationId] });
  return telling.told();
}

test("while webhooks and mails are off, only comments, tags, assignments and deletions are published for inboxes", async () => {
  const told = await liveOf(newPlace("now"));

  expect(told.map(({ trigger, commentId }) => [trigger, commentId])).toEqual([
    ["comment_annotation.add", "c1"],
    ["comment.add", "c2"],
    ["comment.update", "c2"],
    ["comment_annotation.assign", ""],
    ["comment.delete", "c2"],
    ["comment_annotation.leave", ""],
    ["comment_annotation.delete", ""],
  ]);
  expect(told.map(({ notifiesInboxes }) => notifiesInboxes)).toEqual([true, true, true, true, false, false, false]);
  expect(told[2]).toMatchObject({ newlyTaggedUserIds: ["carol"], target: { commentText: "Two." } });
});

test("the event of a comment that only inboxes want carries the users of its thread, and no other comments", async () => {
  const told = await liveOf(newPlace("now"));

  expect(told[1]).toMatchObject({ annotationIsPartial: true, commentCount: 2, target: { commentText: "Two." } });
  expect(told[1]?.annotation).toMatchObject({ comments: [], involvedUsers: [alice, bob] });
});

test("the event of a deletion that only inboxes want carries its place and no user", async () => {
  const told = await liveOf(newPlace("now"));

  const deletions = told.filter(({ trigger }) => trigger.endsWith(".delete"));
  expect(deletions).toHaveLength(2);
  for (const event of deletions) {
    expect(event).toMatchObject({ annotationJson: "", targetCommentJson: "", actorJson: "" });
    expect(event.subjects).toEqual(["organization:acme", "document:welcome"]);
  }
});

test("each user whom an edit no longer tags, or who no longer takes part in the thread, is named by an event of their own", async () => {
  const place = newPlace("now");
  const { administration } = telling.activity;
  const at = { ...place, annotationId: "greeting" };
  const tagging = (commentId: string, tagged: readonly { userId: string }[]) => ({ commentId, text: "Hi", taggedUsers: [...tagged] });
  await administration.addCommentAnnotations({
    ...place,
    annotations: [
      {
        annotation: { annotationId: "greeting" },
        comments: [
          { author: alice, comment: tagging("c1", [bob, carol]) },
          { author: bob, comment: tagging("c2", []) },
        ],
      },
    ],
  });

  await administration.updateComments({ ...at, commentIds: ["c1"], change: { taggedUsers: { users: [] } }, actionUser: alice });

  const withdrawn = (await telling.told()).slice(-3);
  expect(withdrawn.map(({ trigger, commentId, withdrawnUserId }) => [trigger, commentId, withdrawnUserId])).toEqual([
    ["comment.untag", "c1", "bob"],
    ["comment.untag", "c1", "carol"],
    ["comment_annotation.leave", "", "carol"],
  ]);
  expect(withdrawn.map(({ subjects }) => subjects.at(-1))).toEqual(["user:bob", "user:carol", "user:carol"]);
});

test("a comment with a time of more than a day ago is history: nobody is notified of it, and of later comments they are", async () => {
  const place = newPlace("now");
  const { administration } = telling.activity;
  const dayMs = 24 * 3_600_000;
  const at = (commentId: string, ageMs: number) => ({
    author: alice,
    comment: { commentId, text: "Hi" },
    createdAtMs: BigInt(Date.now() - ageMs),
  });
  await administration.addCommentAnnotations({
    ...place,
    annotations: [{ annotation: { annotationId: "greeting" }, comments: [at("old", dayMs + 60_000), at("young", dayMs - 60_000)] }],
  });
  await administration.addComments({ ...place, annotationId: "greeting", comments: [at("older", 2 * dayMs), at("now", 0)] });

  expect((await telling.told()).map(({ commentId }) => commentId)).toEqual(["young", "now"]);
});

test("a key whose comments no longer go into inboxes still publishes changes of those already there", async () => {
  const told = await liveOf(newPlace("once"));

  expect(told.map(({ trigger, notifiesInboxes }) => [trigger, notifiesInboxes])).toEqual([
    ["comment.update", false],
    ["comment_annotation.assign", false],
    ["comment.delete", false],
    ["comment_annotation.leave", false],
    ["comment_annotation.delete", false],
  ]);
});

test("a key whose comments never went into inboxes publishes nothing for them", async () => {
  expect(await liveOf(newPlace("never"))).toEqual([]);
});

test("a comment is not stored when its event for inboxes cannot be written", async () => {
  const place = newPlace("now");
  const { administration } = telling.activity;
  const annotationId = "greeting";
  await administration.addCommentAnnotations({ ...place, annotations: [{ annotation: { annotationId } }] });
  await telling.sql(`create or replace function activity.refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before insert on activity.outbox for each row execute function activity.refuse()`);
  onTestFinished(async () => {
    await telling.sql("drop trigger if exists refuse on activity.outbox");
  });

  const adding = administration.addComments({
    ...place,
    annotationId,
    comments: [{ author: alice, comment: { commentId: "c1", text: "One." } }],
  });

  await expect(adding).rejects.toThrow();
  const { annotations } = await administration.getCommentAnnotations({ ...place, annotationIds: [annotationId] });
  expect(annotations.map(({ comments }) => comments)).toEqual([[]]);
});

test("a new location of a thread is published for inboxes; its other changes that only the log records are not", async () => {
  const place = newPlace("now");
  const { administration } = telling.activity;
  await administration.addCommentAnnotations({ ...place, annotations: [{ annotation: { annotationId: "greeting" } }] });
  const change = (more: object) => administration.updateCommentAnnotations({ ...place, annotationIds: ["greeting"], change: { ...more } });

  await change({ type: "pin" });
  await change({ locationChange: { case: "location", value: { locationId: "page-2" } } });

  expect(await telling.told()).toMatchObject([{ trigger: "comment_annotation.update", annotation: { location: { id: "page-2" } } }]);
});
