import { until } from "@parley/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Activity, alice, bob, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
});

afterAll(() => activity?.[Symbol.asyncDispose]());

beforeEach(() => activity.surroundings.removedUntil.clear());

/** The document was deleted and added again; the erasure of its contents has not reached this service yet. */
async function deleteAndAddAgain(documentId: string): Promise<void> {
  await timeGoesOn();
  activity.surroundings.removedUntil.set(documentId, Date.now());
  await timeGoesOn();
}

// Postgres rounds its time to milliseconds, and this process truncates it. Therefore a row written less than two milliseconds earlier may
// seem newer.
async function timeGoesOn(): Promise<void> {
  const sinceMs = Date.now();
  await until(() => Date.now() > sinceMs + 2);
}

test("an annotation id of a deleted document can be used for a new annotation without old contents", async () => {
  const { administration } = activity;
  const add = (metadataJson: string, ...commentIds: string[]) =>
    administration.addCommentAnnotations({
      ...welcome,
      annotations: [
        {
          annotation: { annotationId: "again", metadataJson },
          comments: commentIds.map((commentId) => ({ author: alice, comment: { commentId, text: "same" } })),
        },
      ],
    });
  await add('{"old":1}', "c1", "c2");
  const at = { ...welcome, annotationId: "again", commentId: "c1", user: bob, reactions: ["+1"] };
  await administration.addReactions(at);
  await deleteAndAddAgain("welcome");

  const { results } = await add('{"new":1}', "c1");

  expect(results).toMatchObject([{ result: { success: true, message: "The annotation was added." }, commentIds: ["c1"] }]);
  const { annotations } = await administration.getCommentAnnotations({ ...welcome, annotationIds: ["again"] });
  expect(annotations).toMatchObject([{ metadataJson: '{"new":1}', comments: [{ commentId: "c1", reactions: [] }] }]);
  expect((await add('{"new":2}', "c1")).results[0]?.result?.message).toBe("The annotation was updated.");
});

test("a recording id of a deleted document can be used for a new recording, also of another user", async () => {
  const { administration } = activity;
  const add = (user: object, recording: object) =>
    administration.addRecordings({ ...welcome, recordings: [{ user, recording: { recordingId: "again", ...recording } }] });
  await add(alice, { name: "Old", url: "https://old.example" });
  await deleteAndAddAgain("welcome");

  const { results } = await add(bob, { name: "New" });

  expect(results).toMatchObject([{ success: true, message: "The recording was added." }]);
  const { recordings } = await administration.getRecordings({ ...welcome, recordingIds: ["again"] });
  expect(recordings).toMatchObject([{ name: "New", user: bob }]);
  expect(recordings[0]?.url).toBeUndefined();
});

test("the id of a record of a deleted document can be used for a new record in any document", async () => {
  const { administration } = activity;
  const { apiKeyId, organizationId } = welcome;
  const add = (documentId: string, actionType: string) =>
    administration.addActivities({ apiKeyId, organizationId, activities: [{ id: "again", documentId, actionType }] });
  await add("roadmap", "old");
  await deleteAndAddAgain("roadmap");

  const { results } = await add("welcome", "new");

  expect(results).toMatchObject([{ success: true, message: "The activity was added." }]);
  const { activities } = await administration.getActivities({ apiKeyId, organizationId, activityIds: ["again"] });
  expect(activities).toMatchObject([{ documentId: "welcome", actionType: "new" }]);
});

test("contents written after the document was added again are kept when they are repeated", async () => {
  const { administration } = activity;
  activity.surroundings.removedUntil.set("welcome", Date.now() - 60_000);
  const request = { ...welcome, recordings: [{ user: alice, recording: { recordingId: "since", name: "Kept" } }] };
  await administration.addRecordings(request);

  const { results } = await administration.addRecordings(request);

  expect(results).toMatchObject([{ success: true, message: "The recording was updated." }]);
});
