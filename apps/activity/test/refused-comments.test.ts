import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, alice, carol, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
});

afterAll(() => activity?.[Symbol.asyncDispose]());

test("a thread whose comments are all refused is not stored, and a corrected repeat adds it once", async () => {
  const add = (annotationId: string, ...texts: string[]) => ({
    annotation: { annotationId, assignee: carol },
    comments: texts.map((text, index) => ({ author: alice, comment: { commentId: `c${index + 1}`, text } })),
  });
  const empty = add("refused", "", "");

  const { results } = await activity.administration.addCommentAnnotations({ ...welcome, annotations: [empty, add("beside", "Hello.")] });

  expect(results).toMatchObject([
    {
      result: {
        id: "refused",
        success: false,
        code: "invalid",
        message: "The comment c1 has neither text nor html nor attachments. Nothing was added.",
      },
      commentIds: [],
    },
    { result: { success: true }, commentIds: ["c1"] },
  ]);
  expect([await activity.annotation("refused"), await recordsOf("refused")]).toEqual([undefined, []]);
  const carols = await activity.administration.getCommentAnnotations({ ...welcome, userIds: ["carol"], annotationIds: ["refused"] });
  expect(carols.annotations).toEqual([]);
  const mended = await activity.administration.addCommentAnnotations({ ...welcome, annotations: [add("refused", "Now.")] });
  expect(mended.results).toMatchObject([{ result: { success: true, message: "The annotation was added." }, commentIds: ["c1"] }]);
});

test("a user's thread whose only comment is refused is not stored", async () => {
  const { results } = await activity.collaboration.addCommentAnnotations({
    ...welcome,
    actingUser: alice,
    annotations: [{ annotation: { annotationId: "refused-user" }, comments: [{ commentId: "c", text: "" }] }],
  });

  expect(results).toMatchObject([{ result: { success: false, code: "invalid" }, commentIds: [] }]);
  expect(await activity.annotation("refused-user")).toBeUndefined();
});

test("a thread with one refused comment is stored with the others, and its result names the refused one", async () => {
  const { results } = await activity.administration.addCommentAnnotations({
    ...welcome,
    annotations: [
      {
        annotation: { annotationId: "half" },
        comments: ["", "Good."].map((text, index) => ({ author: alice, comment: { commentId: `c${index + 1}`, text } })),
      },
    ],
  });

  expect(results).toMatchObject([
    {
      result: {
        success: false,
        code: "invalid",
        message: "The annotation was added. The comment c1 has neither text nor html nor attachments.",
      },
      commentIds: ["c2"],
    },
  ]);
  expect(await activity.annotation("half")).toMatchObject({ comments: [{ commentId: "c2" }] });
});

async function recordsOf(annotationId: string): Promise<unknown[]> {
  return querySql(
    activity.databaseUrl,
    "select action_type from activity.activities where entity_data->>'annotationId' = $1 order by activity_ref",
    [annotationId],
  );
}
