import { randomText } from "@parley/kernel";
import { type QuotaCases, quotaOverrides, testQuotas } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { activityModule } from "../src/module.ts";
import { type Activity, alice, bob, startActivity, welcome } from "./activity.ts";

let activity: Activity;

const place = (apiKeyId: string) => ({ ...welcome, apiKeyId });
const comment = (commentId: string) => ({ author: alice, comment: { commentId, text: "Hello" } });

const addThread = (apiKeyId: string, annotationId: string, ...commentIds: string[]) =>
  activity.administration.addCommentAnnotations({
    ...place(apiKeyId),
    annotations: [{ annotation: { annotationId }, comments: commentIds.map(comment) }],
  });
const addComments = (apiKeyId: string, ...ids: string[]) =>
  activity.administration.addComments({ ...place(apiKeyId), annotationId: "thread", comments: ids.map(comment) });
const addReactions = (apiKeyId: string, ...reactions: string[]) =>
  activity.administration.addReactions({ ...place(apiKeyId), annotationId: "thread", commentId: "1", user: bob, reactions });
const addRecordings = (apiKeyId: string, ...ids: string[]) =>
  activity.administration.addRecordings({
    ...place(apiKeyId),
    recordings: ids.map((recordingId) => ({ user: alice, recording: { recordingId } })),
  });
const addActivities = (apiKeyId: string, ...ids: string[]) => {
  const { organizationId } = welcome;
  return activity.administration.addActivities({ apiKeyId, organizationId, activities: ids.map((id) => ({ id, actionType: "seen" })) });
};

const cases: QuotaCases = {
  PARLEY_ACTIVITY_MAX_ANNOTATIONS_PER_KEY: {
    thing: "annotation",
    most: 2,
    ownLimit: "annotations",
    ids: ["a", "b", "c"],
    add: async (apiKeyId, ids) => {
      const annotations = ids.map((annotationId) => ({ annotation: { annotationId } }));
      const { results } = await activity.administration.addCommentAnnotations({ ...place(apiKeyId), annotations });
      return results.flatMap(({ result }) => result ?? []);
    },
  },
  PARLEY_ACTIVITY_MAX_COMMENTS_PER_KEY: {
    thing: "comment",
    most: 3,
    ownLimit: "comments",
    ids: ["2", "3", "4"],
    before: (apiKeyId) => addThread(apiKeyId, "thread", "1"),
    add: async (apiKeyId, ids) => (await addComments(apiKeyId, ...ids)).results,
  },
  PARLEY_ACTIVITY_MAX_REACTIONS_PER_KEY: {
    thing: "reaction",
    most: 2,
    ids: ["+1", "heart", "-1"],
    before: (apiKeyId) => addThread(apiKeyId, "thread", "1"),
    add: async (apiKeyId, ids) => (await addReactions(apiKeyId, ...ids)).results,
  },
  PARLEY_ACTIVITY_MAX_RECORDINGS_PER_KEY: {
    thing: "recording",
    most: 2,
    ids: ["a", "b", "c"],
    add: async (apiKeyId, ids) => (await addRecordings(apiKeyId, ...ids)).results,
  },
  PARLEY_ACTIVITY_MAX_ACTIVITIES_PER_KEY: {
    thing: "activity",
    most: 7,
    ids: ["a", "b", "c", "d", "e", "f", "g", "h"],
    add: async (apiKeyId, ids) => (await addActivities(apiKeyId, ...ids)).results,
  },
};

beforeAll(async () => {
  activity = await startActivity(quotaOverrides(cases));
});

afterAll(() => activity?.[Symbol.asyncDispose]());

async function newKey(): Promise<string> {
  const apiKeyId = `pk_test_${randomText(22)}`;
  activity.surroundings.open(apiKeyId, "acme", "welcome");
  return apiKeyId;
}

testQuotas(activityModule, cases, newKey);

const codesOf = (results: readonly { id: string; success: boolean; code: string }[]) =>
  Object.fromEntries(results.map(({ id, success, code }) => [id, success ? "ok" : code]));

const fullLog = {
  failure: { kind: "resource_exhausted", reason: "quota_reached", message: "The activity quota of this API key (7) is reached." },
};

test("when the log is full, changes that need a record are refused, and deletions succeed", async () => {
  const apiKeyId = await newKey();
  const at = place(apiKeyId);
  const edit = (text: string) =>
    activity.administration.updateComments({ ...at, annotationId: "thread", commentIds: ["1"], change: { text }, actionUser: alice });
  const setStatus = (status: string) =>
    activity.administration.updateCommentAnnotations({ ...at, annotationIds: ["thread"], change: { status }, actionUser: alice });
  await addThread(apiKeyId, "thread", "1");
  await edit("Changed");
  await setStatus("DONE");
  await addReactions(apiKeyId, "+1");
  await addRecordings(apiKeyId, "a");
  await addActivities(apiKeyId, "own", "too");

  await expect(edit("Again")).rejects.toMatchObject(fullLog);
  await expect(setStatus("OPEN")).rejects.toMatchObject(fullLog);
  await expect(addThread(apiKeyId, "second", "1")).rejects.toMatchObject(fullLog);
  await expect(addComments(apiKeyId, "2")).rejects.toMatchObject(fullLog);
  await expect(addReactions(apiKeyId, "heart")).rejects.toMatchObject(fullLog);
  await expect(addRecordings(apiKeyId, "b")).rejects.toMatchObject(fullLog);

  expect(codesOf((await addActivities(apiKeyId, "other", "own")).results)).toEqual({ other: "quota_reached", own: "ok" });
  const removed = [
    await activity.administration.deleteReactions({ ...at, annotationId: "thread", commentId: "1", userId: "bob", reactions: ["+1"] }),
    await activity.administration.deleteRecordings({ ...at, recordingIds: ["a"] }),
    await activity.administration.deleteComments({ ...at, annotationId: "thread", commentIds: ["1"] }),
    await activity.administration.deleteCommentAnnotations({ ...at, annotationIds: ["thread"] }),
  ];
  expect(removed.flatMap(({ results }) => results.map(({ success }) => success))).toEqual([true, true, true, true]);
});

test("in a batch that exceeds the quota, new items are added in order up to it, and existing ones are changed", async () => {
  const apiKeyId = await newKey();
  await addThread(apiKeyId, "thread", "1");
  await addReactions(apiKeyId, "+1");
  await addRecordings(apiKeyId, "a");

  expect(codesOf((await addReactions(apiKeyId, "heart", "+1", "-1")).results)).toEqual({ heart: "ok", "+1": "ok", "-1": "quota_reached" });
  expect(codesOf((await addRecordings(apiKeyId, "b", "a", "c")).results)).toEqual({ b: "ok", a: "ok", c: "quota_reached" });
});

test("a thread whose comments exceed the quota is not stored, and does not count towards the annotations' quota", async () => {
  const apiKeyId = await newKey();
  await addThread(apiKeyId, "thread", "1", "2", "3");

  const { results } = await addThread(apiKeyId, "bare", "4");

  expect(results).toMatchObject([
    { result: { success: false, code: "quota_reached", message: expect.stringMatching(/Nothing was added\.$/) }, commentIds: [] },
  ]);
  expect((await addThread(apiKeyId, "without comments")).results).toMatchObject([{ result: { success: true } }]);
});

test("a reaction to a missing comment is reported as not found even when the quota is exceeded", async () => {
  const apiKeyId = await newKey();
  await addThread(apiKeyId, "thread", "1");
  await addReactions(apiKeyId, "+1", "heart");

  const at = { ...place(apiKeyId), annotationId: "thread", user: bob, reactions: ["-1"] };

  expect(codesOf((await activity.administration.addReactions({ ...at, commentId: "unknown" })).results)).toEqual({ "-1": "not_found" });
});
