import { webhookTriggers } from "@parley/contracts/workspace";
import { until } from "@parley/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alice, bob, welcome } from "./activity.ts";
import { shownIds, startTelling, type Telling } from "./telling.ts";

let telling: Telling;

beforeAll(async () => {
  telling = await startTelling();
});

beforeEach(() => telling.forget());

afterAll(() => telling?.[Symbol.asyncDispose]());

describe("only changes that webhooks want are published", () => {
  const place = { ...welcome, apiKeyId: "pk_test_2" };
  const write = async (apiKeyId: string) => {
    const key = { ...place, apiKeyId };
    telling.activity.surroundings.open(apiKeyId, key.organizationId, key.documentId);
    const annotation = {
      annotation: { annotationId: "wanted" },
      comments: [{ author: alice, comment: { commentId: "c1", text: "First." } }],
    };
    await telling.activity.administration.addCommentAnnotations({ ...key, annotations: [annotation] });
    await telling.activity.administration.addComments({
      ...key,
      annotationId: "wanted",
      comments: [{ author: bob, comment: { commentId: "c2", text: "Second." } }],
    });
    await telling.activity.administration.addReactions({ ...key, annotationId: "wanted", commentId: "c1", user: bob, reactions: ["👍"] });
    await telling.activity.administration.updateCommentAnnotations({ ...key, annotationIds: ["wanted"], change: { status: "DONE" } });
    return (await telling.told()).map(({ trigger }) => trigger);
  };

  test("nothing is published while webhooks are off", async () => {
    expect(await write("pk_off")).toEqual([]);
  });

  test("enabled triggers are published", async () => {
    telling.activity.surroundings.webhooks.set("pk_some", ["comment.add", "comment_annotation.status_change"]);

    expect(await write("pk_some")).toEqual(["comment.add", "comment_annotation.status_change"]);
  });

  test("everything is published while the configuration is unavailable", async () => {
    telling.activity.surroundings.webhooks.set("pk_unknown", "unknown");

    expect(await write("pk_unknown")).toEqual([
      "comment_annotation.add",
      "comment.add",
      "comment.reaction_add",
      "comment_annotation.status_change",
    ]);
  });

  test("a change of the configuration takes effect within 5 s, in both directions", async () => {
    telling.activity.surroundings.open("pk_turned", welcome.organizationId, welcome.documentId);
    const key = { ...welcome, apiKeyId: "pk_turned" };
    const add = async () => {
      await telling.activity.administration.addCommentAnnotations({
        ...key,
        annotations: [{ annotation: {}, comments: [{ author: alice, comment: { text: "New." } }] }],
      });
      return (await telling.told()).length;
    };
    expect(await add()).toBe(0);

    telling.activity.surroundings.webhooks.set("pk_turned", webhookTriggers);
    await until(async () => (await add()) === 1, 5_000);
    telling.activity.surroundings.webhooks.delete("pk_turned");
    await until(async () => (await add()) === 0, 5_000);
  });
});

describe("large threads", () => {
  const text = (n: number) => `${n} ${"x".repeat(40_000)}`;

  test("a thread larger than an event is published with its newest comments and marked as partial", async () => {
    const annotationId = await telling.thread();
    for (let n = 0; n < 40; n += 10) {
      const comments = Array.from({ length: 10 }, (_, i) => ({ author: alice, comment: { commentId: `l${n + i}`, text: text(n + i) } }));
      await telling.activity.administration.addComments({ ...welcome, annotationId, comments });
    }
    await telling.forget();

    await telling.activity.administration.updateComments({
      ...welcome,
      annotationId,
      commentIds: ["c1"],
      change: { text: "Still told." },
    });

    const [event] = await telling.told();
    expect(event).toMatchObject({ annotationIsPartial: true, commentCount: 42, target: { commentId: "c1", commentText: "Still told." } });
    expect(event?.annotationJson.length).toBeLessThan(1_000_000);
    const shown = event === undefined ? [] : shownIds(event);
    expect(shown.length).toBeGreaterThan(20);
    expect(shown).toEqual(Array.from({ length: shown.length }, (_, index) => `l${40 - shown.length + index}`));
    expect(event?.annotation.involvedUsers).toEqual([alice, bob]);
  });

  test("a batch of comments in one thread is published in a bounded number of bytes", async () => {
    const annotationId = await telling.thread();
    const comments = Array.from({ length: 900 }, (_, n) => ({
      author: alice,
      comment: { commentId: `b${n}`, text: `${n} ${"y".repeat(500)}` },
    }));

    await telling.activity.administration.addComments({ ...welcome, annotationId, comments });

    const events = await telling.told();
    expect(events.map(({ commentId, target }) => [commentId, target?.commentId])).toEqual(
      comments.map(({ comment: { commentId } }) => [commentId, commentId]),
    );
    const bytes = events.reduce((sum, { annotationJson, targetCommentJson }) => sum + annotationJson.length + targetCommentJson.length, 0);
    expect(bytes).toBeLessThan(16 * 1024 * 1024);
    expect(events.every((event) => event.annotationIsPartial && shownIds(event).length > 5)).toBe(true);
  });
});
