import type { JsonObject } from "@parley/kernel";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alice, bob, carol, welcome } from "./activity.ts";
import { asAdded, startTelling, type Telling } from "./telling.ts";

let telling: Telling;

beforeAll(async () => {
  telling = await startTelling();
});

beforeEach(() => telling.forget());

afterAll(() => telling?.[Symbol.asyncDispose]());

describe("each of the nine triggers is published once, with the thread after the change", () => {
  test("comment_annotation.add for the first comment of a thread, comment.add for those that follow", async () => {
    const annotationId = "begun";
    await telling.activity.administration.addCommentAnnotations({
      ...welcome,
      actionUser: carol,
      annotations: [
        {
          annotation: { annotationId, priority: "high", metadataJson: '{"a":1}' },
          comments: [
            { author: alice, comment: { commentId: "c1", text: "One.", html: "<p>One.</p>", taggedUsers: [bob], metadataJson: '{"b":2}' } },
          ],
        },
      ],
    });
    await telling.activity.collaboration.addComments({
      ...welcome,
      actingUser: bob,
      annotationId,
      comments: [{ commentId: "c2", text: "Two." }],
    });

    const [first, second, ...others] = await telling.told();

    expect(others).toEqual([]);
    expect(first).toMatchObject({ ...welcome, trigger: "comment_annotation.add", annotationId, commentId: "c1", commentCount: 1 });
    expect(second).toMatchObject({ ...welcome, trigger: "comment.add", annotationId, commentId: "c2", commentCount: 2 });
    expect(JSON.parse(first?.actorJson ?? "")).toEqual(alice);
    expect(JSON.parse(second?.actorJson ?? "")).toEqual(bob);
    expect(first?.annotationIsPartial).toBe(false);
    expect(first?.annotation).toEqual({
      organizationId: "acme",
      documentId: "welcome",
      annotationId,
      status: { id: "OPEN", name: "OPEN", type: "default", color: "#625df5" },
      priority: { id: "high", name: "high", color: "#8f8f8f" },
      location: null,
      from: alice,
      involvedUsers: [alice, bob],
      mentionedUsers: [bob],
      comments: [first?.target],
      createdAt: expect.any(Number),
      lastUpdated: Number(first?.occurredAtMs),
      metadata: { a: 1, apiKey: welcome.apiKeyId, organizationId: "acme", documentId: "welcome" },
    });
    expect(first?.target).toEqual({
      commentId: "c1",
      from: alice,
      commentText: "One.",
      commentHtml: "<p>One.</p>",
      taggedUserContacts: [{ userId: "bob", text: "", contact: bob }],
      attachments: [],
      metadata: { b: 2 },
      reactionAnnotations: [],
      reactionAnnotationIds: [],
      ...asAdded,
      createdAt: expect.any(Number),
      lastUpdated: expect.any(Number),
      editedAt: null,
    });
    expect(second?.annotation.comments).toEqual([first?.target, second?.target]);
  });

  test("comment.update, with the current contents of the comment", async () => {
    const annotationId = await telling.thread();

    await telling.activity.administration.updateComments({
      ...welcome,
      annotationId,
      actionUser: carol,
      commentIds: ["c1"],
      change: { text: "Better." },
    });

    const events = await telling.told();
    expect(events).toMatchObject([{ trigger: "comment.update", annotationId, commentId: "c1", commentCount: 2 }]);
    expect(events[0]?.target).toMatchObject({ commentId: "c1", commentText: "Better.", editedAt: expect.any(Number) });
    expect(events[0]?.annotation.comments[0]).toEqual(events[0]?.target);
    expect(JSON.parse(events[0]?.actorJson ?? "")).toEqual(carol);
  });

  test("comment.delete, with the comment and its reactions as they were, and the thread without them", async () => {
    const annotationId = await telling.thread();
    await telling.activity.administration.addReactions({ ...welcome, annotationId, commentId: "c1", user: carol, reactions: ["👍"] });
    await telling.forget();

    await telling.activity.administration.deleteComments({ ...welcome, annotationId, commentIds: ["c2", "c1", "gone"] });

    const events = await telling.told();
    expect(events.map(({ trigger, commentId }) => [trigger, commentId])).toEqual([
      ["comment.delete", "c2"],
      ["comment.delete", "c1"],
    ]);
    expect(events[1]?.target).toMatchObject({
      commentText: "First, @Bob.",
      reactionAnnotations: [{ icon: "👍", fromUsers: [{ from: carol }] }],
    });
    expect(events[1]).toMatchObject({ actorJson: "", commentCount: 0, annotation: { comments: [], involvedUsers: [] } });
    expect(events[1]?.subjects).toEqual(expect.arrayContaining(["user:alice", "user:bob", "user:carol"]));
  });

  test("status, priority and assignee, each separately, with the previous value", async () => {
    const annotationId = await telling.thread();
    const change = { status: "DONE", priority: "high", assigneeChange: { case: "assignee", value: carol } } as const;
    await telling.activity.collaboration.updateCommentAnnotations({ ...welcome, actingUser: alice, annotationIds: [annotationId], change });
    await telling.activity.administration.updateCommentAnnotations({
      ...welcome,
      annotationIds: [annotationId],
      change: { priority: "", assigneeChange: { case: "unassign", value: true } },
    });

    const events = await telling.told();

    expect(events.map(({ trigger }) => trigger)).toEqual([
      "comment_annotation.status_change",
      "comment_annotation.priority_change",
      "comment_annotation.assign",
      "comment_annotation.priority_change",
      "comment_annotation.assign",
    ]);
    expect(events[0]).toMatchObject({ oldStatus: "OPEN", newStatus: "DONE", commentId: "", targetCommentJson: "", oldPriority: "" });
    expect(events[1]).toMatchObject({ oldPriority: "", newPriority: "high", annotation: { status: { id: "DONE" }, assignedTo: carol } });
    expect(JSON.parse(events[0]?.newStatusJson ?? "")).toEqual({ id: "DONE", name: "DONE", type: "default", color: "#625df5" });
    expect(JSON.parse(events[1]?.newPriorityJson ?? "")).toEqual({ id: "high", name: "high", color: "#8f8f8f" });
    expect(events[2]).toMatchObject({ oldAssigneeJson: "", newAssigneeJson: JSON.stringify(carol), actorJson: JSON.stringify(alice) });
    expect(events[3]).toMatchObject({ oldPriority: "high", newPriority: "" });
    expect(events[4]?.annotation).not.toHaveProperty("priority");
    expect(events[4]?.annotation).not.toHaveProperty("assignedTo");
    expect(events[4]).toMatchObject({ oldAssigneeJson: JSON.stringify(carol), newAssigneeJson: "", actorJson: "" });
    expect(events[4]?.subjects).toContain("user:carol");
  });

  test("comment.reaction_add and comment.reaction_delete, one for each reaction added or removed", async () => {
    const annotationId = await telling.thread();
    const reactions = { ...welcome, annotationId, commentId: "c2" };
    await telling.activity.administration.addReactions({ ...reactions, user: alice, reactions: ["👍"] });
    await telling.activity.collaboration.addReactions({ ...reactions, actingUser: alice, reactions: ["👍", "🎉"] });
    await telling.activity.administration.deleteReactions({ ...reactions, userId: "alice", reactions: ["🎉", "never"] });

    const events = await telling.told();

    expect(events.map(({ trigger, reaction }) => [trigger, reaction])).toEqual([
      ["comment.reaction_add", "👍"],
      ["comment.reaction_add", "🎉"],
      ["comment.reaction_delete", "🎉"],
    ]);
    const shown = events.map(({ target }) => ((target?.reactionAnnotations ?? []) as JsonObject[]).map(({ icon }) => icon));
    expect(shown).toEqual([["👍"], ["👍", "🎉"], ["👍"]]);
    expect(events[2]).toMatchObject({ commentId: "c2", actorJson: '{"userId":"alice"}' });
  });
});

test("every event names the organization, the document, the location and exactly the users in it", async () => {
  const annotationId = await telling.thread();

  await telling.activity.administration.addReactions({ ...welcome, annotationId, commentId: "c1", user: carol, reactions: ["👍"] });

  const [event] = await telling.told();
  expect(event?.key).toBe("pk_test_1/acme/welcome");
  expect(event?.annotation.location).toEqual({ id: "page-1", locationName: "Page 1", offset: 120 });
  expect(event?.subjects.toSorted()).toEqual(
    ["organization:acme", "document:welcome", "location:page-1", "location-name:Page 1", "user:alice", "user:bob", "user:carol"].toSorted(),
  );
});

test("no-op changes and changes without one of the nine triggers are not published", async () => {
  const annotationId = await telling.thread();
  const { administration } = telling.activity;

  await administration.addComments({
    ...welcome,
    annotationId,
    comments: [{ author: alice, comment: { commentId: "c1", text: "First, @Bob." } }],
  });
  await administration.updateComments({
    ...welcome,
    annotationId,
    commentIds: ["c2", "no"],
    change: { text: "Second." },
  });
  await administration.updateCommentAnnotations({
    ...welcome,
    annotationIds: [annotationId, "no"],
    change: { status: "OPEN", type: "pin" },
  });
  await administration.addComments({ ...welcome, annotationId: "no", comments: [{ author: alice, comment: { text: "Nowhere." } }] });
  await administration.addCommentAnnotations({ ...welcome, annotations: [{ annotation: { annotationId: "empty" }, comments: [] }] });
  await administration.deleteCommentAnnotations({ ...welcome, annotationIds: [annotationId] });

  expect(await telling.told()).toEqual([]);
});

test("when only mails are on, an update that newly tags users is published with the whole thread, and others for pending mails alone", async () => {
  const mails = { ...welcome, apiKeyId: "pk_mails" };
  telling.activity.surroundings.open(mails.apiKeyId, "acme", "welcome");
  telling.activity.surroundings.emailsAreOn = true;
  const annotationId = await telling.thread(mails);
  const update = (change: { text?: string; taggedUsers?: { users: { userId: string }[] } }) =>
    telling.activity.administration.updateComments({
      ...mails,
      annotationId,
      actionUser: alice,
      commentIds: ["c1"],
      change: { ...change },
    });

  await update({ text: "Only words, @Bob." });
  await update({ taggedUsers: { users: [bob, carol] } });
  await update({ taggedUsers: { users: [carol] } });

  const events = await telling.told();
  telling.activity.surroundings.emailsAreOn = false;
  expect(events).toMatchObject([
    { trigger: "comment.update", newlyTaggedUserIds: [], annotation: { comments: [] }, target: { commentText: "Only words, @Bob." } },
    { trigger: "comment.update", commentId: "c1", newlyTaggedUserIds: ["carol"], annotation: { comments: [{}, {}] } },
    { trigger: "comment.update", newlyTaggedUserIds: [], annotation: { comments: [] } },
    { trigger: "comment.untag", withdrawnUserId: "bob" },
  ]);
  expect(events[1]?.subjects).toContain("user:carol");
});

test("adding a comment again with another text is published as an update, not as another comment", async () => {
  const annotationId = await telling.thread();
  const comment = (text: string) => ({ author: alice, comment: { commentId: "c3", text } });

  await telling.activity.administration.addComments({ ...welcome, annotationId, comments: [comment("One.")] });
  await telling.activity.administration.addComments({ ...welcome, annotationId, comments: [comment("Two.")] });

  expect((await telling.told()).map(({ trigger, target }) => [trigger, target?.commentText])).toEqual([
    ["comment.add", "One."],
    ["comment.update", "Two."],
  ]);
});
