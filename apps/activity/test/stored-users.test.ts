import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Activity, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
});

afterAll(() => activity?.[Symbol.asyncDispose]());

beforeEach(() => {
  activity.surroundings.profiles.clear();
  activity.surroundings.profilesAsked.length = 0;
});

interface Given {
  readonly userId: string;
  readonly name?: string;
}

/** Adds a thread of comments, one by each author. */
async function addThread(annotationId: string, authors: readonly Given[], more: object = {}, tagged: readonly Given[] = []): Promise<void> {
  const comments = authors.map((author, index) => ({
    author,
    comment: { commentId: `c${index}`, text: "Hello.", taggedUsers: tagged.map((user) => ({ ...user, taggedAs: "@you" })) },
  }));
  await activity.administration.addCommentAnnotations({ ...welcome, annotations: [{ annotation: { annotationId, ...more }, comments }] });
}

const read = (...annotationIds: string[]) => activity.administration.getCommentAnnotations({ ...welcome, annotationIds });

const stored = { name: "Ada Lovelace", email: "ada@acme.example", metadataJson: '{"title": "Analyst", "name": "not hers"}' };
const ada = { userId: "ada", name: stored.name, email: stored.email, extraJson: '{"title":"Analyst"}' };

test("users known to a thread only by id are described as stored, wherever the thread names them", async () => {
  activity.surroundings.profiles.set("ada", stored);
  await addThread("joined", [{ userId: "ada" }], { assignee: { userId: "ada" } }, [{ userId: "ada" }]);
  await activity.administration.addReactions({
    ...welcome,
    annotationId: "joined",
    commentId: "c0",
    user: { userId: "ada" },
    reactions: ["+1"],
  });

  const { annotations } = await read("joined");

  expect(annotations).toMatchObject([
    {
      assignee: ada,
      involvedUsers: [ada],
      mentionedUsers: [ada],
      comments: [{ author: ada, taggedUsers: [{ ...ada, taggedAs: "@you" }], reactions: [{ user: ada }] }],
    },
  ]);
  activity.surroundings.profiles.set("ada", { name: "Ada King" });
  expect((await read("joined")).annotations[0]?.assignee).toMatchObject({ name: "Ada King", email: "", extraJson: "" });
});

test("a given description of a user is kept, and a user who is not stored is returned by id", async () => {
  activity.surroundings.profiles.set("ada", stored);
  await addThread("given", [{ userId: "ada", name: "Countess" }, { userId: "nobody" }]);

  const { annotations } = await read("given");

  expect(annotations[0]?.comments.map(({ author }) => author)).toMatchObject([
    { userId: "ada", name: "Countess", email: "", extraJson: "" },
    { userId: "nobody", name: "", email: "", extraJson: "" },
  ]);
});

test("a user whose profile was deleted is returned by id at once", async () => {
  activity.surroundings.profiles.set("ada", stored);
  await addThread("gone", [{ userId: "ada" }]);
  await read("gone");
  activity.surroundings.profiles.delete("ada");

  const { annotations } = await read("gone");

  expect(annotations[0]?.comments[0]?.author).toMatchObject({ userId: "ada", name: "", email: "", extraJson: "" });
});

test("the users of a page are requested in one call, each once, and not at all when every user is described or descriptions are not requested", async () => {
  await addThread("batch-1", [{ userId: "ada" }, { userId: "bob" }]);
  await addThread("batch-2", [{ userId: "bob" }, { userId: "carol" }, { userId: "dan", name: "Dan" }]);
  await addThread("described", [{ userId: "dan", name: "Dan" }]);

  await read("batch-1", "batch-2");
  await read("described");
  await activity.administration.getCommentAnnotations({ ...welcome, annotationIds: ["batch-1"], usersAsGiven: true });

  expect(activity.surroundings.profilesAsked.map((ids) => ids.sort())).toEqual([["ada", "bob", "carol"]]);
});

test("an actor known to the log only by id is described as stored in records and messages, unless descriptions are not requested", async () => {
  activity.surroundings.profiles.set("ada", stored);
  activity.surroundings.profiles.set("grace", { name: "Grace Hopper" });
  const documentId = "log";
  activity.surroundings.open(welcome.apiKeyId, welcome.organizationId, documentId);
  const authors = [{ userId: "ada" }, { userId: "grace", name: "Admiral" }, { userId: "nobody" }, { userId: "ada", name: "Countess" }];
  const comments = authors.map((author) => ({ author, comment: { text: "Hello." } }));
  await activity.administration.addCommentAnnotations({ ...welcome, documentId, annotations: [{ annotation: {}, comments }] });
  const log = async (more = {}) => {
    const { activities } = await activity.administration.getActivities({ ...welcome, documentId, ...more });
    return activities.map(({ actionUser, displayMessage }) => [actionUser?.name, actionUser?.email, displayMessage]).toReversed();
  };

  expect(await log()).toEqual([
    [stored.name, stored.email, `${stored.name} added a comment.`],
    ["Admiral", "", "Admiral added a comment."],
    ["", "", "nobody added a comment."],
    ["Countess", "", "Countess added a comment."],
  ]);
  expect(activity.surroundings.profilesAsked.map((ids) => ids.sort())).toEqual([["ada", "nobody"]]);
  expect((await log({ usersAsGiven: true }))[0]).toEqual(["", "", "ada added a comment."]);
});

test("while the users service does not answer, a list returns users by id in time, and does not wait for the service again", async () => {
  await using own = await startActivity();
  const answers = Promise.withResolvers<void>();
  own.surroundings.profiles.set("ada", stored);
  own.surroundings.usersWait = answers.promise;
  const comments = [{ author: { userId: "ada" }, comment: { text: "Hello." } }];
  await own.administration.addCommentAnnotations({ ...welcome, annotations: [{ annotation: { annotationId: "silent" }, comments }] });
  const startedAtMs = performance.now();

  const list = () => own.administration.getCommentAnnotations(welcome);
  const lists = [await list(), await list(), await list()];

  expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  expect(lists.map(({ annotations }) => annotations[0]?.comments[0]?.author?.name)).toEqual(["", "", ""]);
  expect(own.surroundings.profilesAsked).toHaveLength(1);
  answers.resolve();
});

test("a page ends where user descriptions make it too large, and the next continues there", async () => {
  activity.surroundings.profiles.set("large", { name: "Large", metadataJson: JSON.stringify({ text: "x".repeat(15_000) }) });
  const ids = ["cut-1", "cut-2", "cut-3"];
  for (const id of ids)
    await addThread(
      id,
      Array.from({ length: 9 }, () => ({ userId: "large" })),
    );

  const first = await read(...ids);
  const second = await activity.administration.getCommentAnnotations({ ...welcome, annotationIds: ids, pageToken: first.nextPageToken });

  expect(first.annotations.map(({ annotationId }) => annotationId)).toEqual(["cut-1"]);
  expect(second.annotations.map(({ annotationId }) => annotationId)).toEqual(["cut-2"]);
  expect(second.annotations[0]?.comments[8]?.author?.extraJson).toContain("xxx");
});

test("a thread whose user descriptions would be too large has only names and addresses", async () => {
  activity.surroundings.profiles.set("large", { name: "Large", metadataJson: JSON.stringify({ text: "x".repeat(15_000) }) });
  await addThread(
    "heavy",
    Array.from({ length: 150 }, () => ({ userId: "large" })),
  );

  const { annotations } = await read("heavy");

  expect(annotations[0]?.comments[149]?.author).toMatchObject({ userId: "large", name: "Large", extraJson: "" });
});

test("a page ends before the thread whose users exceed one request", async () => {
  const author = { userId: "dan", name: "Dan" };
  const hundred = (from: number) => Array.from({ length: 100 }, (_, index) => ({ userId: `u${from + index}` }));
  const comments = (from: number) =>
    [0, 100, 200, 300, 400, 500].map((more) => ({ author, comment: { text: "All of you.", taggedUsers: hundred(from + more) } }));
  const annotations = [0, 600].map((from) => ({ annotation: { annotationId: `many-${from}` }, comments: comments(from) }));
  await activity.administration.addCommentAnnotations({ ...welcome, annotations });

  const page = await read("many-0", "many-600");

  expect(page.annotations.map(({ annotationId }) => annotationId)).toEqual(["many-0"]);
  expect(page.nextPageToken).not.toBe("");
  expect(activity.surroundings.profilesAsked.map(({ length }) => length)).toEqual([1_000]);
});
