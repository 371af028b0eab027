import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, alice, bob, carol, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
});

afterAll(() => activity?.[Symbol.asyncDispose]());

const whole = {
  recordingId: "whole",
  type: "screen",
  name: "Tour",
  url: "https://example.com/tour.webm",
  mimeType: "video/webm",
  durationMs: 12_000n,
  sizeBytes: 0n,
  location: { locationId: "page-1", locationName: "Page 1" },
  metadataJson: '{"codec":"vp9"}',
};

test("a recording is returned as given", async () => {
  await activity.administration.addRecordings({ ...welcome, recordings: [{ user: alice, recording: whole, createdAtMs: 5n }] });

  const { recordings } = await activity.administration.getRecordings({ ...welcome, recordingIds: ["whole"] });

  expect(recordings).toMatchObject([{ ...whole, user: alice, organizationId: "acme", documentId: "welcome", createdAtMs: 5n }]);
});

test("adding a recording again changes the given values, is not recorded again, and never changes its user", async () => {
  const add = (user: object, recording: object) =>
    activity.administration.addRecordings({ ...welcome, recordings: [{ user, recording: { recordingId: "again", ...recording } }] });
  await add(bob, { name: "Old", type: "audio" });

  expect((await add(bob, { name: "New" })).results).toMatchObject([{ id: "again", success: true, message: "The recording was updated." }]);
  expect((await add(alice, { name: "Mine" })).results).toMatchObject([{ success: false, code: "already_exists" }]);

  const { recordings } = await activity.administration.getRecordings({ ...welcome, recordingIds: ["again"] });
  expect(recordings).toMatchObject([{ name: "New", type: "audio", user: bob }]);
  const { activities } = await activity.administration.getActivities({ ...welcome, userId: "bob", featureTypes: ["recorder"] });
  expect(activities.map(({ displayMessage, entityDataJson }) => [displayMessage, entityDataJson])).toEqual([
    ["Bob added a recording.", '{"recordingId":"again"}'],
  ]);
});

test("recordings are found by document, location, user and time", async () => {
  const places = [
    { documentId: "welcome", recordingId: "f1", user: carol, location: { locationId: "l1" } },
    { documentId: "welcome", recordingId: "f2", user: bob, location: { locationName: "Intro" } },
    { documentId: "roadmap", recordingId: "f3", user: carol, location: { locationId: "l1" } },
  ];
  for (const [index, { documentId, user, ...recording }] of places.entries()) {
    await activity.administration.addRecordings({
      ...welcome,
      documentId,
      recordings: [{ user, recording, createdAtMs: BigInt(1_000 + index) }],
    });
  }
  const found = async (filter: object) => {
    const { recordings } = await activity.administration.getRecordings({
      ...welcome,
      documentId: "",
      createdAfterMs: 999n,
      createdBeforeMs: 2_000n,
      ...filter,
    });
    return recordings.map(({ recordingId }) => recordingId);
  };

  expect(await found({})).toEqual(["f1", "f2", "f3"]);
  expect(await found({ documentId: "welcome" })).toEqual(["f1", "f2"]);
  expect(await found({ documentId: "welcome", locationId: "l1" })).toEqual(["f1"]);
  expect(await found({ documentId: "welcome", locationName: "Intro" })).toEqual(["f2"]);
  expect(await found({ userId: "carol" })).toEqual(["f1", "f3"]);
  expect(await found({ userId: "carol", documentId: "roadmap" })).toEqual(["f3"]);
  expect(await found({ createdAfterMs: 1_000n, createdBeforeMs: 1_002n })).toEqual(["f2"]);
  expect(await found({ documentId: "unknown" })).toEqual([]);
});

test("deleted recordings are removed, and deleting them again is not found", async () => {
  await activity.administration.addRecordings({ ...welcome, recordings: [{ user: alice, recording: { recordingId: "gone" } }] });
  const remove = () => activity.administration.deleteRecordings({ ...welcome, recordingIds: ["gone"], actionUser: alice });

  expect((await remove()).results).toMatchObject([{ id: "gone", success: true }]);
  expect((await remove()).results).toMatchObject([{ id: "gone", success: false, code: "not_found" }]);
});

test("recordings of missing documents are refused individually", async () => {
  const { results } = await activity.administration.addRecordings({
    ...welcome,
    documentId: "unknown",
    recordings: [{ user: alice, recording: { recordingId: "r" } }],
  });

  expect(results).toMatchObject([{ id: "r", success: false, code: "not_found" }]);
});

test.each([
  ["a negative length", { recording: { durationMs: -1n } }],
  ["a negative time", { createdAtMs: -1n }],
  ["no user", { user: undefined }],
])("%s is refused", async (_, bad) => {
  const call = activity.administration.addRecordings({ ...welcome, recordings: [{ user: alice, recording: {}, ...bad } as never] });

  await expect(call).rejects.toMatchObject({ failure: { kind: "invalid_argument" } });
});
