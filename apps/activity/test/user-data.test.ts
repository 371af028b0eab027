import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, alice, bob, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
});

afterAll(() => activity?.[Symbol.asyncDispose]());

const organization = { apiKeyId: welcome.apiKeyId, organizationId: welcome.organizationId };
const thread = (annotationId: string, comments: object[], annotation: object = {}) =>
  activity.administration.addCommentAnnotations({
    ...welcome,
    annotations: [{ annotation: { annotationId, ...annotation }, comments } as never],
  });
const comment = (commentId: string, userId: string, tagged: string[] = []) => ({
  author: { userId },
  comment: { commentId, text: commentId, taggedUsers: tagged.map((id) => ({ userId: id })) },
});
const commentsOf = async (userId: string) => {
  const { items } = await activity.administration.listUserComments({ ...organization, userId });
  return items.map(({ id }) => id);
};

test("a user's comments are those they wrote, are tagged in, or whose annotation is assigned to them, without duplicates", async () => {
  const at = (createdAtMs: bigint) => (of: object) => ({ ...of, createdAtMs });
  const first = [comment("wrote", "dan"), comment("tagged", "eve", ["dan"]), comment("both", "dan", ["dan"]), comment("neither", "eve")];
  await thread("t1", first.map(at(1n)));
  await thread("t2", [comment("assigned-1", "eve"), comment("assigned-2", "dan")].map(at(2n)), { assignee: { userId: "dan" } });

  expect(await commentsOf("dan")).toEqual(["both", "tagged", "wrote", "assigned-1", "assigned-2"]);
});

test("a user is involved in the documents of threads in which the user wrote, is tagged or is assigned, each once, by id", async () => {
  const at = async (documentId: string, comments: object[], annotation: object = {}) => {
    for (const annotationId of ["one", "two"])
      await activity.administration.addCommentAnnotations({
        ...welcome,
        documentId,
        annotations: [{ annotation: { annotationId, ...annotation }, comments } as never],
      });
  };
  activity.surroundings.open(welcome.apiKeyId, welcome.organizationId, "plan", "other");
  await at("plan", [comment("w", "involved")]);
  await at("other", [comment("t", "somebody", ["involved"])]);
  await at("welcome", [comment("a", "somebody")], { assignee: { userId: "involved" } });
  const of = async (limit: number, ...userIds: string[]) =>
    (await activity.administration.listInvolvedDocuments({ ...organization, userIds, limit })).users;

  expect(await of(10, "involved", "nobody")).toMatchObject([{ userId: "involved", documentIds: ["other", "plan", "welcome"] }]);
  expect(await of(2, "involved")).toMatchObject([{ documentIds: ["other", "plan"] }]);
});

test("an item contains the whole comment and its place", async () => {
  await thread("item", [
    {
      author: alice,
      comment: {
        commentId: "c",
        text: 'a"b',
        html: "<i>",
        taggedUsers: [{ userId: "item-user", name: "I" }],
        attachments: [{ name: "f" }],
        metadataJson: '{"m":1}',
      },
      createdAtMs: 5n,
    },
  ]);

  const { items } = await activity.administration.listUserComments({ ...organization, userId: "item-user" });

  expect(items).toMatchObject([{ id: "c", createdAtMs: 5n }]);
  expect(JSON.parse(items[0]?.dataJson ?? "")).toEqual({
    organizationId: "acme",
    documentId: "welcome",
    annotationId: "item",
    commentId: "c",
    commentText: 'a"b',
    commentHtml: "<i>",
    from: alice,
    taggedUserContacts: [{ userId: "item-user", text: "", contact: { userId: "item-user", name: "I" } }],
    attachments: [{ name: "f" }],
    reactionAnnotations: [],
    reactionAnnotationIds: [],
    type: "text",
    status: "added",
    recorders: [],
    customList: [],
    toOrganizationUserGroup: [],
    metadata: { m: 1 },
    createdAt: 5,
    lastUpdated: expect.any(Number),
    editedAt: null,
  });
});

test("participants are updated with every change of author, tag and assignee", async () => {
  await thread("moves", [comment("m1", "frank", ["gina"]), comment("m2", "gina")]);
  const assign = (userId?: string) =>
    activity.administration.updateCommentAnnotations({
      ...welcome,
      annotationIds: ["moves"],
      change: { assigneeChange: userId === undefined ? { case: "unassign", value: true } : { case: "assignee", value: { userId } } },
    });
  expect([await commentsOf("frank"), await commentsOf("gina"), await commentsOf("hugo")]).toEqual([["m1"], ["m1", "m2"], []]);

  await assign("hugo");
  expect(await commentsOf("hugo")).toEqual(["m1", "m2"]);
  await activity.administration.addComments({ ...welcome, annotationId: "moves", comments: [comment("m3", "frank")] as never });
  expect(await commentsOf("hugo")).toEqual(["m1", "m2", "m3"]);

  await assign("frank");
  expect([await commentsOf("frank"), await commentsOf("hugo")]).toEqual([["m1", "m2", "m3"], []]);
  await activity.administration.updateComments({
    ...welcome,
    annotationId: "moves",
    commentIds: ["m1"],
    change: { taggedUsers: { users: [{ userId: "hugo" }] } },
  });
  expect([await commentsOf("gina"), await commentsOf("hugo")]).toEqual([["m2"], ["m1"]]);

  await assign();
  await activity.administration.deleteComments({ ...welcome, annotationId: "moves", commentIds: ["m1"] });
  expect([await commentsOf("frank"), await commentsOf("gina"), await commentsOf("hugo")]).toEqual([["m3"], ["m2"], []]);
  const involving = await Promise.all(
    ["frank", "gina", "hugo"].map((userId) => activity.administration.getCommentAnnotations({ ...organization, userIds: [userId] })),
  );
  expect(involving.map(({ annotations }) => annotations.map(({ annotationId }) => annotationId))).toEqual([["moves"], ["moves"], []]);
});

test("reactions and recordings are those of the user, oldest first", async () => {
  await thread("others", [comment("o1", "ivan"), comment("o2", "ivan")]);
  for (const commentId of ["o2", "o1"])
    await activity.administration.addReactions({
      ...welcome,
      annotationId: "others",
      commentId,
      user: { userId: "judy" },
      reactions: ["👍"],
    });
  await activity.administration.addReactions({ ...welcome, annotationId: "others", commentId: "o1", user: bob, reactions: ["👍"] });
  await activity.administration.addRecordings({
    ...welcome,
    recordings: [{ user: { userId: "judy" }, recording: { recordingId: "r1", location: { locationId: "l" } } }],
  });

  const { items: reactions } = await activity.administration.listUserReactions({ ...organization, userId: "judy" });
  const { items: recordings } = await activity.administration.listUserRecordings({ ...organization, userId: "judy" });

  expect(reactions.map(({ dataJson }) => JSON.parse(dataJson))).toMatchObject([
    { commentId: "o2", reaction: "👍", user: { userId: "judy" } },
    { commentId: "o1" },
  ]);
  expect(new Set(reactions.map(({ id }) => id)).size).toBe(2);
  expect(recordings.map(({ dataJson }) => JSON.parse(dataJson))).toMatchObject([
    { recordingId: "r1", documentId: "welcome", location: { id: "l" }, name: null },
  ]);
});

test("unknown users and organizations have no data", async () => {
  for (const request of [
    { ...organization, userId: "nobody" },
    { ...organization, organizationId: "unknown", userId: "alice" },
  ]) {
    expect(await activity.administration.listUserComments(request)).toMatchObject({ items: [], nextPageToken: "" });
    expect(await activity.administration.listUserReactions(request)).toMatchObject({ items: [], nextPageToken: "" });
    expect(await activity.administration.listUserRecordings(request)).toMatchObject({ items: [], nextPageToken: "" });
  }
});

test("a walk returns every existing item exactly once while others are added, tagged, assigned and deleted", async () => {
  const userId = "walker";
  const names = Array.from({ length: 150 }, (_, index) => `w${index}`);
  await thread(
    "walk",
    names.map((name, index) => ({
      ...comment(name, index % 2 === 0 ? userId : "other", index % 2 === 0 ? [] : [userId]),
      createdAtMs: BigInt(1_000 + Math.floor(index / 10)),
    })),
  );
  for (const commentId of names)
    await activity.administration.addReactions({ ...welcome, annotationId: "walk", commentId, user: { userId }, reactions: ["👍"] });
  await activity.administration.addRecordings({
    ...welcome,
    recordings: names.map((recordingId) => ({ user: { userId }, recording: { recordingId }, createdAtMs: 7n })),
  });

  const state = { writing: true, writes: 0 };
  const writer = (async () => {
    for (; state.writing; state.writes++) {
      const commentId = `new-${state.writes}`;
      await activity.administration.addComments({
        ...welcome,
        annotationId: "walk",
        comments: [comment(commentId, "other", [userId])] as never,
      });
      await activity.administration.addReactions({ ...welcome, annotationId: "walk", commentId, user: { userId }, reactions: ["👍"] });
      await activity.administration.addRecordings({
        ...welcome,
        recordings: [{ user: { userId }, recording: { recordingId: commentId } }],
      });
      if (state.writes % 3 === 0)
        await activity.administration.deleteComments({ ...welcome, annotationId: "walk", commentIds: [commentId] });
      await activity.administration.updateCommentAnnotations({
        ...welcome,
        annotationIds: ["walk"],
        change: { assigneeChange: state.writes % 2 === 0 ? { case: "assignee", value: { userId } } : { case: "unassign", value: true } },
      });
    }
  })();
  const walks = [];
  // On a busy machine three walks end before a few writes.
  for (let round = 0; round < 3 || state.writes <= 3; round++) {
    for (const list of ["listUserComments", "listUserReactions", "listUserRecordings"] as const) {
      const found: string[] = [];
      let pageToken = "";
      do {
        const page = await activity.administration[list]({ ...organization, userId, pageSize: 20, pageToken });
        found.push(...page.items.map(({ id, dataJson }) => (list === "listUserReactions" ? JSON.parse(dataJson).commentId : id)));
        pageToken = page.nextPageToken;
      } while (pageToken !== "");
      walks.push({ list, found });
    }
  }
  state.writing = false;
  await writer;

  for (const { list, found } of walks) {
    expect(new Set(found).size, `${list} answered something twice`).toBe(found.length);
    expect(found, `${list} missed something`).toEqual(expect.arrayContaining(names));
  }
});
