import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
});

afterAll(() => activity?.[Symbol.asyncDispose]());

const organization = { apiKeyId: welcome.apiKeyId, organizationId: welcome.organizationId };

test("records are found by document, target, user, feature, action and time, in either order, page by page", async () => {
  const place = { ...organization, organizationId: "paged" };
  activity.surroundings.open(welcome.apiKeyId, "paged", "d0", "d1");
  const activities = Array.from({ length: 10 }, (_, index) => ({
    id: `p${index}`,
    documentId: `d${index % 2}`,
    actionType: index < 5 ? "first" : "second",
    actionUser: { userId: `u${index % 3}` },
    targetEntityId: `t${index % 4}`,
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
  expect(await walk({ targetEntityId: "t1" })).toBe("951");
  expect(await walk({ targetEntityId: "t1", userId: "u2" })).toBe("5");
  expect(await walk({ ascending: true })).toBe("0123456789");
  expect(await walk({ ascending: true, targetEntityId: "t1" })).toBe("159");
  expect(await walk({ ascending: true, userId: "u0" })).toBe("0369");
  expect(await walk({ ascending: true, documentId: "d1", createdAfterMs: 1_001n })).toBe("579");
  expect(await walk({ ascending: true, activityIds: ["p3", "p1"] })).toBe("13");
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
