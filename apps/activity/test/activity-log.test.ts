import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, alice, bob, carol, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
  activity.surroundings.open("pk_test_sealed", "acme", "welcome");
  activity.surroundings.immutableKeys.add("pk_test_sealed");
});

afterAll(() => activity?.[Symbol.asyncDispose]());

const logOf = async (documentId: string) => (await activity.administration.getActivities({ ...welcome, documentId })).activities;
const organization = { apiKeyId: welcome.apiKeyId, organizationId: welcome.organizationId };
const one = async (id: string) => (await activity.administration.getActivities({ ...organization, activityIds: [id] })).activities[0];

test("every write of a thread is recorded with its actor and the values before and after", async () => {
  const place = { ...welcome, documentId: "roadmap" };
  await activity.administration.addCommentAnnotations({
    ...place,
    annotations: [
      {
        annotation: { annotationId: "t" },
        comments: [alice, bob].map((author, index) => ({ author, comment: { commentId: `c${index}`, text: "x" } })),
      },
    ],
  });
  await activity.administration.updateComments({
    ...place,
    annotationId: "t",
    commentIds: ["c0"],
    change: { text: "y" },
    actionUser: alice,
  });
  await activity.administration.updateComments({
    ...place,
    annotationId: "t",
    commentIds: ["c0"],
    change: { text: "z" },
    actionUser: bob,
  });
  await activity.administration.updateCommentAnnotations({
    ...place,
    annotationIds: ["t"],
    change: { status: "DONE", priority: "HIGH", assigneeChange: { case: "assignee", value: carol } },
    actionUser: bob,
  });
  await activity.administration.addReactions({ ...place, annotationId: "t", commentId: "c0", user: carol, reactions: ["👍"] });
  await activity.administration.deleteReactions({ ...place, annotationId: "t", commentId: "c0", userId: "carol", reactions: ["👍"] });
  await activity.administration.deleteComments({ ...place, annotationId: "t", commentIds: ["c1"] });
  await activity.administration.deleteCommentAnnotations({ ...place, annotationIds: ["t"], actionUser: alice });

  const records = (await logOf("roadmap")).reverse();

  expect(records.map(({ actionType, displayMessage, changesJson }) => [actionType, displayMessage, changesJson])).toEqual([
    ["comment_annotation.add", "Alice added a comment.", ""],
    ["comment.add", "Bob added a comment.", ""],
    ["comment.update", "Alice changed a comment.", '{"text":{"from":"x","to":"y"}}'],
    ["comment.update", "Bob changed a comment.", ""],
    ["comment_annotation.status_change", "Bob changed the status from OPEN to DONE.", '{"status":{"from":"OPEN","to":"DONE"}}'],
    ["comment_annotation.priority_change", "Bob changed the priority from none to HIGH.", '{"priority":{"from":null,"to":"HIGH"}}'],
    ["comment_annotation.assign", "Bob changed the assignee from none to carol.", '{"assignee":{"from":null,"to":{"userId":"carol"}}}'],
    ["comment.reaction_add", "carol reacted with 👍.", ""],
    ["comment.reaction_delete", "carol took back the reaction 👍.", ""],
    ["comment.delete", "A comment was deleted.", ""],
    ["comment_annotation.delete", "Alice deleted a thread.", ""],
  ]);
  expect(records[7]).toMatchObject({
    featureType: "reaction",
    targetEntityId: "t",
    targetSubEntityId: "c0",
    entityDataJson: '{"annotationId":"t"}',
    entityTargetDataJson: '{"commentId":"c0","reaction":"👍"}',
  });
});

test("a failed write leaves no record, and a failed record undoes its write", async () => {
  const before = await logOf("welcome");
  await activity.administration.addComments({ ...welcome, annotationId: "unknown", comments: [{ author: alice, comment: { text: "x" } }] });
  expect(await logOf("welcome")).toEqual(before);

  await activity.administration.addCommentAnnotations({ ...welcome, annotations: [{ annotation: { annotationId: "both" } }] });
  await querySql(activity.databaseUrl, "alter table activity.activities add constraint refuse check (action_user_id <> 'refused')");
  const refused = { author: { userId: "refused" }, comment: { commentId: "c", text: "x" } };
  await expect(activity.administration.addComments({ ...welcome, annotationId: "both", comments: [refused] })).rejects.toMatchObject({
    code: 13,
  });
  await querySql(activity.databaseUrl, "alter table activity.activities drop constraint refuse");

  const { annotations } = await activity.administration.getCommentAnnotations({ ...welcome, annotationIds: ["both"] });
  expect(annotations[0]?.comments).toEqual([]);
});

test("a customer's record is returned as given, with its message rendered", async () => {
  const record = {
    id: "own",
    documentId: "welcome",
    featureType: "import",
    actionType: "import.done",
    actionUser: alice,
    changesJson: '{"title":{"from":"<b>","to":null},"__proto__":{"from":1,"to":2}}',
    entityDataJson: '[1,{"deep":"{{count}}"}]',
    entityTargetDataJson: '"text"',
    displayMessageTemplate: "{{actionUser}} imported {{count}} files for {{ owner }}; {{unknown}} {{__proto__}} {{",
    displayMessageTemplateDataJson: '{"count":3,"owner":{"userId":"bob","email":"bob@example.com"},"__proto__":"p"}',
    actionIcon: "https://example.com/icon.png",
    targetEntityId: "files",
    metadataJson: '{"source":"crm"}',
    isActivityResolverUsed: true,
    createdAtMs: 7n,
  };

  await activity.administration.addActivities({ ...organization, activities: [record] });

  expect(await one("own")).toMatchObject({
    ...record,
    immutable: false,
    displayMessage: "Alice imported 3 files for bob@example.com; {{unknown}} p {{",
  });
});

test("adding a record again succeeds, and updates it if values differ", async () => {
  const add = (activity_: object) =>
    activity.administration.addActivities({
      ...organization,
      activities: [{ id: "repeat", actionType: "a", entityDataJson: "1", ...activity_ }],
    });

  expect((await add({})).results).toMatchObject([{ id: "repeat", success: true, message: "The activity was added." }]);
  expect((await add({})).results).toMatchObject([{ success: true, message: "The activity is already stored with these values." }]);
  expect((await add({ actionIcon: "i" })).results).toMatchObject([{ success: true, message: "The activity was updated." }]);
  expect(await one("repeat")).toMatchObject({ entityDataJson: "1", actionIcon: "i" });
});

test("records of missing organizations and documents are refused individually", async () => {
  const activities = [
    { id: "in", actionType: "a", documentId: "welcome" },
    { id: "out", actionType: "a", documentId: "unknown" },
  ];

  expect((await activity.administration.addActivities({ ...organization, activities })).results).toMatchObject([
    { id: "in", success: true },
    { id: "out", success: false, code: "not_found" },
  ]);
  expect(
    (
      await activity.administration.addActivities({
        ...organization,
        organizationId: "unknown",
        activities: [{ id: "x", actionType: "a" }],
      })
    ).results,
  ).toMatchObject([{ id: "x", success: false, code: "not_found" }]);
});

test("an update replaces the given values as a whole, and clears values given as empty text", async () => {
  await activity.administration.addActivities({
    ...organization,
    activities: [
      {
        id: "update",
        actionType: "a",
        changesJson: '{"a":1}',
        entityDataJson: '{"b":2}',
        displayMessageTemplate: "{{x}}",
        displayMessageTemplateDataJson: '{"x":1}',
        metadataJson: '{"source":"crm"}',
      },
    ],
  });

  const { results } = await activity.administration.updateActivities({
    ...organization,
    activities: [
      { id: "update", changesJson: '{"c":3}', entityDataJson: "", displayMessageTemplateDataJson: '{"x":"new"}', metadataJson: "{}" },
      { id: "nothing" },
      { id: "unknown", actionIcon: "i" },
    ],
  });

  expect(results).toMatchObject([
    { id: "update", success: true },
    { id: "nothing", success: false, code: "invalid" },
    { id: "unknown", success: false, code: "not_found" },
  ]);
  expect(await one("update")).toMatchObject({
    changesJson: '{"c":3}',
    entityDataJson: "",
    metadataJson: "{}",
    displayMessage: "new",
    displayMessageTemplate: "{{x}}",
  });
});

test("an immutable record never changes; repeating it with the same values succeeds", async () => {
  const record = { id: "fixed", actionType: "a", entityDataJson: "1", immutable: true };
  await activity.administration.addActivities({ ...organization, activities: [record] });

  const repeat = await activity.administration.addActivities({ ...organization, activities: [record] });
  const other = await activity.administration.addActivities({ ...organization, activities: [{ ...record, entityDataJson: "2" }] });
  const update = await activity.administration.updateActivities({ ...organization, activities: [{ id: "fixed", entityDataJson: "2" }] });

  expect(repeat.results).toMatchObject([{ success: true }]);
  expect([...other.results, ...update.results]).toMatchObject([{ code: "failed_precondition" }, { code: "failed_precondition" }]);
  expect(await one("fixed")).toMatchObject({ entityDataJson: "1", immutable: true });
});

test("while the key's log is immutable, every new record is immutable", async () => {
  const sealed = { ...welcome, apiKeyId: "pk_test_sealed" };
  await activity.administration.addCommentAnnotations({
    ...sealed,
    annotations: [{ annotation: { annotationId: "t" }, comments: [{ author: alice, comment: { text: "x" } }] }],
  });
  await activity.administration.addActivities({
    ...organization,
    apiKeyId: "pk_test_sealed",
    activities: [{ id: "own", actionType: "a" }],
  });
  await activity.administration.addRecordings({ ...sealed, recordings: [{ user: alice, recording: {} }] });

  const { activities } = await activity.administration.getActivities({ ...organization, apiKeyId: "pk_test_sealed" });

  expect(activities.map(({ featureType, immutable }) => [featureType, immutable]).sort()).toEqual([
    ["comment", true],
    ["custom", true],
    ["recorder", true],
  ]);
});
