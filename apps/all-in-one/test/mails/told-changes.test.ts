import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hourMs, openStage, person, Scene, type Stage, tagged } from "./told-scene.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage?.stop());

const saidIn = async (scene: Scene, userId = scene.ben) =>
  (await scene.inbox(userId)).map(({ displayHeadlineMessage, displayBodyMessage, isRead }) => ({
    says: displayHeadlineMessage.replace(/^Name of \S+ /, ""),
    text: displayBodyMessage,
    isRead,
  }));

/** Ben begins a thread, and somebody replies without naming him. */
async function conversation(): Promise<Scene> {
  const scene = await Scene.open(stage);
  await scene.start({}, { from: person(scene.ben), commentText: "Ben begins." });
  await scene.say("2", { commentText: "Forgot to mention." });
  await scene.handled();
  return scene;
}

test.each([
  ["read", true],
  ["unread", false],
])("a mention that an edit adds is told once to a participant whose entry about the comment is %s", async (_, isRead) => {
  const scene = await conversation();
  if (isRead) await scene.read();

  await scene.edit("2", { commentText: "Now @Ben.", taggedUserContacts: tagged(scene.ben) });
  await scene.handled();

  expect(await saidIn(scene)).toEqual([{ says: "mentioned you", text: "Now @Ben.", isRead: false }]);
  expect(await scene.badge()).toMatchObject({ unread: 1 });
  const [mail, ...others] = await scene.mailed();
  expect(others).toEqual([]);
  expect(mail).toContain("> Now @Ben.");
  expect(mail).toContain("mentioned you in");
  expect(mail).not.toContain("Forgot to mention.");
});

test("a mention that comes, goes and comes again is told again, and the comment is in one entry and one mail once", async () => {
  const scene = await conversation();
  const tag = (...userIds: string[]) => scene.edit("2", { taggedUserContacts: tagged(...userIds) });

  await tag(scene.ben);
  await scene.handled();
  await scene.read();
  await tag();
  await tag(scene.ben);
  await scene.handled();

  expect(await saidIn(scene)).toEqual([{ says: "mentioned you", text: "Forgot to mention.", isRead: false }]);
  const [mail, ...others] = await scene.mailed();
  expect(others).toEqual([]);
  expect(mail?.match(/Forgot to mention/g)).toHaveLength(1);
});

test("a participant whom an edit no longer mentions is told that somebody commented", async () => {
  const scene = await conversation();
  await scene.say("3", { commentText: "For @Ben.", taggedUserContacts: tagged(scene.ben) });
  await scene.edit("3", { commentText: "For @Eve.", taggedUserContacts: tagged("eve") });
  await scene.handled();

  expect(await saidIn(scene)).toMatchObject([
    { says: "commented", text: "For @Eve." },
    { says: "commented", text: "Forgot to mention." },
  ]);
  expect(await saidIn(scene, "eve")).toMatchObject([{ says: "mentioned you" }]);
  expect(await scene.mailed()).toEqual([expect.stringContaining("2 new comments")]);
});

test("a participant who wants to be told of mentions alone is told nothing of a comment that no longer mentions them", async () => {
  const scene = await conversation();
  await scene.level("inbox", "MINE");
  await scene.level("email", "MINE");
  await scene.read();
  await scene.say("3", { taggedUserContacts: tagged(scene.ben) });
  await scene.edit("3", { taggedUserContacts: [] });
  await scene.handled();

  expect((await saidIn(scene)).filter(({ isRead }) => !isRead)).toEqual([]);
  expect(await scene.mailed()).toEqual(["level"]);
});

test("an assignment that goes from one to the next is told only to whom it is left", async () => {
  const scene = await Scene.open(stage);
  await scene.start();
  for (const userId of [scene.ben, "eve", scene.ben, "eve"]) await scene.assign(person(userId));
  await scene.handled();

  expect(await saidIn(scene)).toEqual([]);
  expect(await saidIn(scene, "eve")).toMatchObject([{ says: "assigned a thread to you" }]);
  expect(await scene.mailed()).toEqual(["nothing_left"]);
  expect(await scene.mailed("eve")).toEqual([expect.stringContaining("assigned a thread to you in")]);
});

test.each<[string, (scene: Scene) => Promise<unknown>]>([
  ["a tag", (scene) => scene.edit("1", { taggedUserContacts: [] })],
  ["an assignment", (scene) => scene.assign(null)],
  ["the comment that named them", (scene) => scene.remove("1")],
])(
  "who no longer takes part in a thread, because %s was taken back, has it neither in the list nor in the badge",
  async (what, takeBack) => {
    const scene = await Scene.open(stage);
    await scene.start({}, { taggedUserContacts: what === "an assignment" ? [] : tagged(scene.ben) });
    if (what === "an assignment") await scene.assign(person(scene.ben));
    await scene.say("2", { from: person("ann") });
    await scene.handled();
    expect(await scene.badge()).toMatchObject({ unread: 1, listed: 1 });

    await takeBack(scene);
    await scene.handled();

    expect(await scene.badge()).toMatchObject({ unread: 0, listed: 0 });
    expect(await saidIn(scene)).toEqual([]);
    expect(await scene.mailed()).toEqual(["nothing_left"]);
  },
);

test("an entry that was read stays when its tag is taken back", async () => {
  const scene = await Scene.open(stage);
  await scene.start({}, { taggedUserContacts: tagged(scene.ben) });
  await scene.handled();
  await scene.read();

  await scene.edit("1", { taggedUserContacts: [] });
  await scene.handled();

  expect(await saidIn(scene)).toMatchObject([{ says: "mentioned you", isRead: true }]);
});

test("the mails of somebody who wants nothing in the inbox follow the thread as well", async () => {
  const scene = await Scene.open(stage);
  await scene.level("inbox", "NONE");
  await scene.start({}, { taggedUserContacts: tagged(scene.ben) }, [
    { commentId: "2", from: person("ann"), commentText: "To be deleted", taggedUserContacts: tagged(scene.ben) },
  ]);
  await scene.remove("2");
  await scene.edit("1", { commentText: "Second text" });
  await scene.handled();

  const [mail] = await scene.mailed();
  expect(mail).toContain("> Second text");
  expect(mail).not.toContain("To be deleted");
  expect(mail).not.toContain("First text");
});

test("a mail keeps what is left of it: comments that stand, without the deleted and the read ones", async () => {
  const scene = await Scene.open(stage);
  const tags = { taggedUserContacts: tagged(scene.ben) };
  await scene.start({}, tags);
  await scene.handled();
  await scene.read();
  for (const commentId of ["2", "3"]) await scene.say(commentId, tags);
  await scene.remove("2");
  await scene.handled();

  const [mail] = await scene.mailed();
  expect(mail).toContain("> Text of 3");
  expect(mail).not.toMatch(/First text|Text of 2/);
});

test("nobody is told of comments that were imported with a time of more than a day ago", async () => {
  const scene = await Scene.open(stage);
  const createdAt = Date.now() - 48 * hourMs;
  await scene.start({ assignedTo: person(scene.ben) }, { createdAt, taggedUserContacts: tagged(scene.ben) });
  await scene.say("2", { createdAt, taggedUserContacts: tagged(scene.ben) });
  await scene.say("3", { commentText: "Today" });
  await scene.handled();

  expect(await saidIn(scene)).toMatchObject([{ says: "commented", text: "Today" }]);
  const [mail] = await scene.mailed();
  expect(mail).toContain("commented in");
  expect(mail).not.toMatch(/First text|Text of 2/);
  await scene.notified("comment.add", "3");
  const told = stage.receiver
    .at("/processed")
    .filter(({ documentId, targetAnnotationId }) => documentId === scene.documentId && targetAnnotationId === "t");
  expect(told.map(({ targetCommentId }) => targetCommentId)).toEqual(["3"]);
});

test("a person who was removed is told nothing of later comments, by no channel", async () => {
  const scene = await conversation();
  await scene.mailed();
  await scene.removeBen();

  await scene.say("4", { commentText: "After he left." });
  await scene.assign(person(scene.ben));
  await scene.handled();

  await until(async () => (await scene.inbox()).length === 0);
  expect((await scene.mailed()).filter((ended) => ended === "not_a_member")).toHaveLength(1);
  expect(
    stage.mails
      .to(`${scene.ben}@acme.example`)
      .map(({ text }) => text)
      .join(),
  ).not.toContain("After he left.");
  expect(await scene.notified("comment.add", "4")).toBe(false);
  expect(await scene.notified("comment_annotation.assign")).toBe(false);
});
