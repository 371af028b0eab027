import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
});

afterAll(() => activity?.[Symbol.asyncDispose]());

const organization = { apiKeyId: welcome.apiKeyId, organizationId: welcome.organizationId };

test("records are found by document, user, feature, action and time, newest first, page by page", async () => {
  const place = { ...organization, organizationId: "paged" };
  activity.surroundings.open(welcome.apiKeyId, "paged", "d0", "d1");
  const activities = Array.from({ length: 10 }, (_, index) => ({
    id: `p${index}`,
    documentId: `d${index % 2}`,
    actionType: index < 5 ? "first" : "second",
    actionUser: { userId: `u${index % 3}` },
    createdAtMs: BigInt(1_000 + Math.floor(index / 2)),
  }));
  await activity.administration.addActivities({ ...place, activities });
  const walk = async (filter: object) => {
    const found: string[] = [];
    let pageToken = "";
    do {
      const page = await activity.administration.getActivities({ ...place, pageSize: 3, pageToken, ...filter });
      found.push(...page.activities.map(({ id }) => id.slice(1)));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    return found.join("");
  };

  expect(await walk({})).toBe("9876543210");
  expect(await walk({ documentId: "d1" })).toBe("97531");
  expect(await walk({ userId: "u0" })).toBe("9630");
  expect(await walk({ userId: "u0", documentId: "d0" })).toBe("60");
  expect(await walk({ actionTypes: ["first"] })).toBe("43210");
  expect(await walk({ featureTypes: ["comment"] })).toBe("");
  expect(await walk({ createdAfterMs: 1_001n, createdBeforeMs: 1_004n })).toBe("7654");
  expect(await walk({ activityIds: ["p1", "p3", "none"] })).toBe("31");
});

test.each([
  ["entity data nested 10,000 levels deep", { entityDataJson: "[".repeat(10_000) + "]".repeat(10_000) }],
  ["changes that are not an object", { changesJson: "[]" }],
  ["template data that is not JSON", { displayMessageTemplateDataJson: "{" }],
  ["U+0000 in a value", { entityDataJson: '"\\u0000"' }],
  ["a negative time", { createdAtMs: -1n }],
])("%s is refused", async (_, bad) => {
  const call = activity.administration.addActivities({ ...organization, activities: [{ actionType: "a", ...bad }] });

  await expect(call).rejects.toMatchObject({ failure: { kind: "invalid_argument" } });
});
