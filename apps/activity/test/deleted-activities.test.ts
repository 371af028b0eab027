import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
});

afterAll(() => activity?.[Symbol.asyncDispose]());

/** Adds records to an organization of their own, with ids from their documents, targets and numbers. */
async function logged(organizationId: string) {
  const place = { apiKeyId: welcome.apiKeyId, organizationId };
  activity.surroundings.open(welcome.apiKeyId, organizationId, "d1", "d2");
  const activities = ["d1", "d2"].flatMap((documentId) =>
    ["t1", "t2"].map((targetEntityId) => ({ id: `${documentId}-${targetEntityId}`, actionType: "a", documentId, targetEntityId })),
  );
  const fixed = { id: "fixed", actionType: "a", documentId: "d2", targetEntityId: "t3", immutable: true };
  await activity.administration.addActivities({ ...place, activities: [...activities, fixed] });
  const left = async () =>
    (await activity.administration.getActivities({ ...place, ascending: true })).activities.map(({ id }) => id).sort();
  return { place, left };
}

test("the records of a document or of a target are deleted, and no others", async () => {
  const { place, left } = await logged("places");

  const both = await activity.administration.deleteActivities({ ...place, documentId: "d1", targetEntityId: "t1" });
  const target = await activity.administration.deleteActivities({ ...place, targetEntityId: "t1" });
  const document = await activity.administration.deleteActivities({ ...place, documentId: "d1" });

  expect([both, target, document].map(({ results }) => results.map(({ id, success }) => [id, success]))).toEqual([
    [["d1-t1", true]],
    [["d2-t1", true]],
    [["d1-t2", true]],
  ]);
  expect(await left()).toEqual(["d2-t2", "fixed"]);
});

test("records are deleted by id, of those in the given place; missing and immutable ones fail individually", async () => {
  const { place, left } = await logged("ids");
  const activityIds = ["d1-t1", "d2-t1", "fixed", "none"];

  const { results } = await activity.administration.deleteActivities({ ...place, activityIds });
  const elsewhere = await activity.administration.deleteActivities({ ...place, activityIds: ["d2-t2"], documentId: "d1" });

  expect(results.map(({ id, code }) => [id, code])).toEqual([
    ["d1-t1", ""],
    ["d2-t1", ""],
    ["fixed", "failed_precondition"],
    ["none", "not_found"],
  ]);
  expect(elsewhere.results).toMatchObject([{ id: "d2-t2", code: "not_found" }]);
  expect(await left()).toEqual(["d1-t2", "d2-t2", "fixed"]);
});

test("another key's records and another organization's stay", async () => {
  const { left } = await logged("mine");
  await logged("theirs");

  await activity.administration.deleteActivities({ apiKeyId: "pk_test_other", organizationId: "mine", documentId: "d1" });
  await activity.administration.deleteActivities({ apiKeyId: welcome.apiKeyId, organizationId: "theirs", documentId: "d1" });

  expect(await left()).toHaveLength(5);
});

test("a request without a filter is refused, and one that matches more than 10,000 records deletes nothing", async () => {
  const { place, left } = await logged("many");
  await querySql(
    activity.databaseUrl,
    `insert into activity.activities (api_key_id, organization_id, activity_id, document_id, feature_type, action_type, immutable)
     select '${welcome.apiKeyId}', 'many', 'm' || n, 'd1', 'custom', 'a', false from generate_series(1, 10000) n`,
  );

  await expect(activity.administration.deleteActivities(place)).rejects.toMatchObject({ failure: { kind: "invalid_argument" } });
  await expect(activity.administration.deleteActivities({ ...place, documentId: "d1" })).rejects.toMatchObject({
    failure: { kind: "failed_precondition" },
  });
  expect(await left()).toContain("d1-t1");
});
