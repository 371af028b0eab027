import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, alice, bob, carol, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
});

afterAll(() => activity?.[Symbol.asyncDispose]());

test("status, priority, assignee, type and location can be changed and removed", async () => {
  await activity.administration.addCommentAnnotations({
    ...welcome,
    annotations: [{ annotation: { annotationId: "change", priority: "LOW", type: "bug", location: { locationId: "l" }, assignee: alice } }],
  });
  const update = (change: object) =>
    activity.administration.updateCommentAnnotations({ ...welcome, annotationIds: ["change"], change: { ...change }, actionUser: bob });

  await update({ status: "DONE", priority: "HIGH", assigneeChange: { case: "assignee", value: carol } });
  expect(await activity.annotation("change")).toMatchObject({
    status: "DONE",
    priority: "HIGH",
    type: "bug",
    assignee: { userId: "carol" },
    location: { locationId: "l" },
  });

  await update({
    priority: "",
    type: "",
    assigneeChange: { case: "unassign", value: true },
    locationChange: { case: "removeLocation", value: true },
  });
  const removed = await activity.annotation("change");
  expect([removed?.status, removed?.priority, removed?.type, removed?.assignee, removed?.location]).toEqual([
    "DONE",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);

  const { results } = await activity.administration.updateCommentAnnotations({
    ...welcome,
    annotationIds: ["change", "none"],
    change: { status: "DONE" },
  });
  expect(results).toMatchObject([
    { id: "change", success: true, message: "The annotation is already stored with these values." },
    { id: "none", success: false, code: "not_found" },
  ]);
});

test("a deleted thread is removed with its contents, and its id can be used again", async () => {
  const add = (text: string) =>
    activity.administration.addCommentAnnotations({
      ...welcome,
      annotations: [
        {
          annotation: { annotationId: "gone", assignee: carol },
          comments: [{ author: alice, comment: { commentId: "c1", text, taggedUsers: [bob] } }],
        },
      ],
    });
  await add("Old.");
  await activity.administration.addReactions({ ...welcome, annotationId: "gone", commentId: "c1", user: bob, reactions: ["👍"] });
  const before = await rowCounts();

  const { results } = await activity.administration.deleteCommentAnnotations({
    ...welcome,
    annotationIds: ["gone", "gone", "unknown"],
    actionUser: bob,
  });

  expect(results).toMatchObject([
    { id: "gone", success: true },
    { id: "unknown", success: false, code: "not_found" },
  ]);
  expect(await activity.annotation("gone")).toBeUndefined();
  const after = await rowCounts();
  expect(after).toEqual({
    annotations: before.annotations - 1,
    comments: before.comments - 1,
    reactions: before.reactions - 1,
    comment_users: before.comment_users - 3,
    annotation_users: before.annotation_users - 3,
  });
  await add("New.");
  expect(await activity.annotation("gone")).toMatchObject({ comments: [{ text: "New.", reactions: [] }] });
});

test("metadata that would be too long is refused for each item", async () => {
  const metadataJson = JSON.stringify({ text: "x".repeat(9_000) });
  await activity.administration.addCommentAnnotations({
    ...welcome,
    annotations: [{ annotation: { annotationId: "long", metadataJson } }],
  });

  const { results } = await activity.administration.updateCommentAnnotations({
    ...welcome,
    annotationIds: ["long", "long-2"],
    change: { metadataJson: metadataJson.replace("text", "more") },
  });

  expect(results).toMatchObject([
    { id: "long", success: false, code: "invalid" },
    { id: "long-2", success: false, code: "not_found" },
  ]);
});

async function rowCounts() {
  const tables = ["annotations", "comments", "reactions", "comment_users", "annotation_users"] as const;
  const counts = tables.map((table) => `(select count(*)::int from activity.${table}) as ${table}`);
  const [row] = await querySql<Record<(typeof tables)[number], number>>(activity.databaseUrl, `select ${counts.join(", ")}`);
  if (row === undefined) throw new Error("No counts.");
  return row;
}
