import { AnnotationOrder } from "@parley/contracts/activity";
import { withConstants } from "@parley/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, alice, startActivity, welcome } from "./activity.ts";

let activity: Activity;

// 24 annotations, two per millisecond. Every property has its own period.
const all = Array.from({ length: 24 }, (_, index) => ({
  id: String.fromCharCode(97 + index),
  documentId: index % 2 === 0 ? "welcome" : "roadmap",
  status: ["OPEN", "DONE", "PAUSED"][index % 3] ?? "",
  location: index % 4 < 2 ? { locationId: `l${index % 4}` } : { locationName: `Name ${index % 4}` },
  userId: `u${index % 5}`,
  createdAtMs: BigInt(1_000 + Math.floor(index / 2)),
}));

beforeAll(async () => {
  activity = await startActivity({ ...withConstants({ maxScannedRows: 10 }) });
  for (const { id, documentId, status, location, userId, createdAtMs } of all) {
    await activity.administration.addCommentAnnotations({
      ...welcome,
      documentId,
      annotations: [
        {
          annotation: { annotationId: id, status, location, assignee: { userId } },
          createdAtMs,
          comments: [{ author: alice, comment: { text: id, taggedUsers: [{ userId: "tagged" }] } }],
        },
      ],
    });
  }
});

afterAll(() => activity?.[Symbol.asyncDispose]());

async function walk(filter: object, pageSize = 3) {
  const found: string[] = [];
  let pages = 0;
  let pageToken = "";
  do {
    const page = await activity.administration.getCommentAnnotations({ ...welcome, documentId: "", pageSize, pageToken, ...filter });
    found.push(...page.annotations.map(({ annotationId }) => annotationId));
    pageToken = page.nextPageToken;
    pages++;
  } while (pageToken !== "");
  return { found: found.join(""), pages };
}

const expected = (matches: (item: (typeof all)[number]) => boolean) =>
  all
    .filter(matches)
    .map(({ id }) => id)
    .join("");

test.each<[string, object, (item: (typeof all)[number]) => boolean]>([
  ["nothing", {}, () => true],
  ["a document", { documentId: "welcome" }, ({ documentId }) => documentId === "welcome"],
  [
    "a status of a document",
    { documentId: "welcome", statuses: ["DONE"] },
    ({ documentId, status }) => documentId === "welcome" && status === "DONE",
  ],
  [
    "two statuses of a document",
    { documentId: "welcome", statuses: ["DONE", "PAUSED"] },
    ({ documentId, status }) => documentId === "welcome" && status !== "OPEN",
  ],
  ["two statuses of the organization", { statuses: ["DONE", "PAUSED"] }, ({ status }) => status !== "OPEN"],
  ["a status without annotations", { statuses: ["NONE"] }, () => false],
  [
    "a location",
    { documentId: "roadmap", locationIds: ["l1"] },
    ({ documentId, location }) => documentId === "roadmap" && location.locationId === "l1",
  ],
  [
    "a location by its name",
    { documentId: "roadmap", locationName: "Name 3" },
    ({ documentId, location }) => documentId === "roadmap" && location.locationName === "Name 3",
  ],
  ["an assignee", { userIds: ["u1"] }, ({ userId }) => userId === "u1"],
  ["an author", { userIds: ["alice"] }, () => true],
  ["a tagged user in a document", { userIds: ["tagged"], documentId: "welcome" }, ({ documentId }) => documentId === "welcome"],
  [
    "an assignee, a document, a location and a status",
    { userIds: ["u0"], documentId: "welcome", locationIds: ["l0"], statuses: ["OPEN"] },
    ({ userId, documentId, location, status }) =>
      userId === "u0" && documentId === "welcome" && location.locationId === "l0" && status === "OPEN",
  ],
  ["a time", { createdAfterMs: 1_003n, createdBeforeMs: 1_006n }, ({ createdAtMs }) => createdAtMs > 1_003n && createdAtMs < 1_006n],
  ["a time before everything", { createdBeforeMs: 0n }, () => false],
  ["two assignees", { userIds: ["u1", "u3", "none"] }, ({ userId }) => userId === "u1" || userId === "u3"],
  [
    "two assignees in a document with a status",
    { userIds: ["u1", "u3"], documentId: "roadmap", statuses: ["OPEN"] },
    ({ userId, documentId, status }) => (userId === "u1" || userId === "u3") && documentId === "roadmap" && status === "OPEN",
  ],
  ["a mentioned user", { mentionedUserIds: ["tagged"], documentId: "roadmap" }, ({ documentId }) => documentId === "roadmap"],
  ["mentioned users, of whom one is only an assignee", { mentionedUserIds: ["u1", "tagged"] }, () => true],
  ["an assignee who is not mentioned", { mentionedUserIds: ["u1"] }, () => false],
  ["two documents", { documentIds: ["welcome", "roadmap", "none"] }, () => true],
  ["two documents with a status", { documentIds: ["welcome", "roadmap"], statuses: ["PAUSED"] }, ({ status }) => status === "PAUSED"],
  [
    "two locations",
    { documentId: "roadmap", locationIds: ["l1", "l0"] },
    ({ documentId, location }) => documentId === "roadmap" && (location.locationId === "l1" || location.locationId === "l0"),
  ],
  ["a user who resolved nothing", { resolvedBy: "alice" }, () => false],
  ["ids", { documentId: "welcome", annotationIds: ["c", "a", "b", "none", "e"] }, ({ id }) => ["a", "c", "e"].includes(id)],
])("%s returns all matches in order, each once, for any page size", async (_, filter, matches) => {
  for (const pageSize of [1, 3, 8, 1_000]) expect((await walk(filter, pageSize)).found).toBe(expected(matches));
});

test("lists in the order of the last change have every annotation once, with all filters", async () => {
  const changed = ["m", "c", "x"];
  for (const id of changed) {
    const documentId = all.find((item) => item.id === id)?.documentId ?? "";
    await activity.administration.updateCommentAnnotations({
      ...welcome,
      documentId,
      annotationIds: [id],
      change: { status: "RESOLVED", updatedAtMs: 10n ** 13n + BigInt(changed.indexOf(id)) },
      actionUser: { userId: "resolver" },
    });
  }
  const { CHANGED_ASC, CHANGED_DESC } = AnnotationOrder;
  const updatedAfterMs = 10n ** 13n - 1n;

  for (const pageSize of [1, 3, 1_000]) {
    expect((await walk({ order: CHANGED_DESC }, pageSize)).found).toMatch(/^xcm/);
    expect((await walk({ order: CHANGED_ASC }, pageSize)).found).toMatch(/mcx$/);
    expect([...(await walk({ order: CHANGED_DESC }, pageSize)).found].toSorted().join("")).toBe(expected(() => true));
    expect((await walk({ updatedAfterMs }, pageSize)).found).toBe("mcx");
    expect((await walk({ updatedAfterMs, order: CHANGED_DESC, userIds: ["alice"] }, pageSize)).found).toBe("xcm");
    expect((await walk({ updatedAfterMs, documentId: "welcome", order: CHANGED_DESC }, pageSize)).found).toBe("cm");
    expect((await walk({ resolvedBy: "resolver" }, pageSize)).found).toBe("cmx");
    expect((await walk({ resolvedBy: "resolver", documentId: "roadmap" }, pageSize)).found).toBe("x");
  }
});

test("a page scans a bounded number of rows and returns a token to continue", async () => {
  const { annotations, nextPageToken } = await activity.administration.getCommentAnnotations({
    ...welcome,
    documentId: "",
    statuses: ["NONE"],
    pageSize: 5,
  });

  expect(annotations).toEqual([]);
  expect(nextPageToken).not.toBe("");
});

test("a walk during concurrent writes returns everything that existed at its beginning, and nothing twice", async () => {
  const place = { ...welcome, organizationId: "busy" };
  activity.surroundings.open("pk_test_1", "busy", "welcome");
  const add = (ids: string[]) =>
    activity.administration.addCommentAnnotations({
      ...place,
      annotations: ids.map((annotationId) => ({ annotation: { annotationId }, comments: [{ author: alice, comment: { text: "x" } }] })),
    });
  const first = Array.from({ length: 60 }, (_, index) => `first-${index}`);
  await add(first);

  const found: string[] = [];
  let pageToken = "";
  for (let round = 0; round === 0 || pageToken !== ""; round++) {
    const page = await activity.administration.getCommentAnnotations({ ...place, pageSize: 7, pageToken });
    found.push(...page.annotations.map(({ annotationId }) => annotationId));
    pageToken = page.nextPageToken;
    if (round < 5) {
      await add([`new-${round}`]);
      await activity.administration.updateCommentAnnotations({
        ...place,
        annotationIds: [`first-${round}`],
        change: { status: "DONE" },
      });
    }
  }

  expect(new Set(found).size).toBe(found.length);
  expect(found).toEqual(expect.arrayContaining(first));
});

test.each([
  ["a location without a document", { documentId: "", locationIds: ["l0"] }],
  ["a location by both id and name", { documentId: "welcome", locationIds: ["l0"], locationName: "x" }],
  ["ids without a document", { documentId: "", annotationIds: ["a"] }],
  ["a page size of 1,001", { pageSize: 1_001 }],
  ["a negative page size", { pageSize: -1 }],
  ["a negative time", { createdAfterMs: -1n }],
  ["an invented token", { pageToken: "abc" }],
  ["a token of another list", { pageToken: Buffer.from('["a",1]').toString("base64url") }],
])("%s is refused", async (_, bad) => {
  await expect(activity.administration.getCommentAnnotations({ ...welcome, ...bad })).rejects.toMatchObject({
    failure: { kind: "invalid_argument" },
  });
});
