import { until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Activity, alice, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
  for (const document of ["closed", "later", "away"]) activity.surroundings.open("pk_test_1", "acme", document);
  activity.surroundings.disable("pk_test_1", "acme", "closed");
});

afterAll(() => activity?.[Symbol.asyncDispose]());

const user = { actingUser: alice };

/** Every RPC that acts for a user, with a request that succeeds in an open document. */
const calls = (documentId: string) => {
  const place = { ...welcome, ...user, documentId };
  const { collaboration } = activity;
  return {
    addCommentAnnotations: () =>
      collaboration.addCommentAnnotations({ ...place, annotations: [{ annotation: {}, comments: [{ text: "x" }] }] }),
    getCommentAnnotations: () => collaboration.getCommentAnnotations(place),
    updateCommentAnnotations: () => collaboration.updateCommentAnnotations({ ...place, annotationIds: ["a"], change: {} }),
    deleteCommentAnnotations: () => collaboration.deleteCommentAnnotations({ ...place, annotationIds: ["a"] }),
    addComments: () => collaboration.addComments({ ...place, annotationId: "a", comments: [{ text: "x" }] }),
    updateComments: () => collaboration.updateComments({ ...place, annotationId: "a", commentIds: ["c"], change: {} }),
    deleteComments: () => collaboration.deleteComments({ ...place, annotationId: "a", commentIds: ["c"] }),
    addReactions: () => collaboration.addReactions({ ...place, annotationId: "a", commentId: "c", reactions: ["👍"] }),
    deleteReactions: () => collaboration.deleteReactions({ ...place, annotationId: "a", commentId: "c", reactions: ["👍"] }),
    addRecordings: () => collaboration.addRecordings({ ...place, recordings: [{ recordingId: "r" }] }),
    getRecordings: () => collaboration.getRecordings(place),
    deleteRecordings: () => collaboration.deleteRecordings({ ...place, recordingIds: ["r"] }),
    addActivities: () => collaboration.addActivities({ ...place, activities: [{ actionType: "a" }] }),
    getActivities: () => collaboration.getActivities(place),
  } satisfies Record<keyof typeof collaboration, () => Promise<unknown>>;
};

describe.each([
  ["a disabled document", "closed", { kind: "permission_denied", reason: "access_disabled" }],
  ["a document that does not exist", "unknown", { kind: "not_found" }],
])("%s", (_, documentId, failure) => {
  test("refuses every call that acts for a user", async () => {
    for (const [name, call] of Object.entries(calls(documentId))) await expect(call(), name).rejects.toMatchObject({ failure });
  });
});

test("an open document accepts every call that acts for a user", async () => {
  for (const call of Object.values(calls("welcome"))) await call();
});

test("the administration keeps working in a disabled document", async () => {
  const place = { ...welcome, documentId: "closed" };

  const { results } = await activity.administration.addCommentAnnotations({
    ...place,
    annotations: [{ annotation: { annotationId: "a" }, comments: [{ author: alice, comment: { text: "x" } }] }],
  });

  expect(results).toMatchObject([{ result: { success: true } }]);
  expect((await activity.administration.getCommentAnnotations(place)).annotations).toHaveLength(1);
});

test("the contents of another document do not exist for a user's request", async () => {
  await activity.administration.addCommentAnnotations({
    ...welcome,
    documentId: "closed",
    annotations: [{ annotation: { annotationId: "elsewhere" } }],
  });

  const { results } = await activity.collaboration.updateCommentAnnotations({
    ...welcome,
    ...user,
    annotationIds: ["elsewhere"],
    change: { status: "DONE" },
  });
  const { results: added } = await activity.collaboration.addComments({
    ...welcome,
    ...user,
    annotationId: "elsewhere",
    comments: [{ text: "x" }],
  });

  expect([...results, ...added]).toMatchObject([{ code: "not_found" }, { code: "not_found" }]);
});

test("a document that is disabled during use is closed within 5 s, and open again within 5 s", async () => {
  const { getCommentAnnotations: read } = calls("later");
  const state = () =>
    read().then(
      () => "open",
      ({ failure }) => failure?.reason,
    );
  expect(await state()).toBe("open");

  activity.surroundings.disable("pk_test_1", "acme", "later");
  await until(async () => (await state()) === "access_disabled", 5_000);

  activity.surroundings.open("pk_test_1", "acme", "later");
  await until(async () => (await state()) === "open", 5_000);
});

test("while the directory does not answer, a document whose state is not cached is unavailable", async () => {
  const { getCommentAnnotations: read } = calls("away");

  activity.surroundings.directoryAnswers = false;
  await expect(read()).rejects.toMatchObject({ failure: { kind: "unavailable" } });

  activity.surroundings.directoryAnswers = true;
  await read();
});

test("a read with a deadline of a minute waits up to a third of it for the folders of documents", async () => {
  await calls("welcome").addCommentAnnotations();

  await activity.administration.getCommentAnnotations({ ...welcome }, { timeoutMs: 60_000 });

  // The wait must survive a short delay of a busy machine, and must leave time to answer.
  expect(activity.surroundings.foldersAwaitedMs).toBeGreaterThan(2_000);
  expect(activity.surroundings.foldersAwaitedMs).toBeLessThanOrEqual(20_000);
});
