import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alice, bob, welcome } from "./activity.ts";
import { type Feed, startFeed } from "./feed.ts";

let feed: Feed;

beforeAll(async () => {
  feed = await startFeed();
});

afterAll(() => feed?.[Symbol.asyncDispose]());

describe("the contents of changes", () => {
  test("threads, comments, reactions and recordings are included with their ids", async () => {
    const apiKeyId = feed.freshKey();
    const place = { ...welcome, apiKeyId };
    const { administration } = feed.activity;
    await administration.addCommentAnnotations({
      ...place,
      annotations: [{ annotation: { annotationId: "a" }, comments: [{ author: alice, comment: { commentId: "c", text: "x" } }] }],
    });
    await administration.addReactions({ ...place, annotationId: "a", commentId: "c", user: bob, reactions: ["👍"] });
    await administration.updateCommentAnnotations({ ...place, actionUser: bob, annotationIds: ["a"], change: { status: "RESOLVED" } });
    await administration.addRecordings({ ...place, recordings: [{ user: alice, recording: { recordingId: "rec" } }] });
    await administration.deleteCommentAnnotations({ ...place, annotationIds: ["a"] });

    const { changes } = await feed.read(5, { apiKeyId });

    expect(changes.map(({ featureType, actionType }) => `${featureType} ${actionType}`)).toEqual([
      "comment comment_annotation.add",
      "reaction comment.reaction_add",
      "comment comment_annotation.status_change",
      "recorder recording.add",
      "comment comment_annotation.delete",
    ]);
    expect(changes[0]).toMatchObject({
      organizationId: "acme",
      documentId: "welcome",
      annotationId: "a",
      commentId: "c",
      actionUser: alice,
    });
    expect(changes[1]).toMatchObject({ annotationId: "a", commentId: "c", actionUser: { userId: "bob" } });
    expect(JSON.parse(changes[2]?.changesJson ?? "")).toHaveProperty("status");
    expect(changes[3]).toMatchObject({ recordingId: "rec", annotationId: "" });
  });

  test("the current thread is included on request, unless it is deleted", async () => {
    const apiKeyId = feed.freshKey();
    const place = { ...welcome, apiKeyId };
    const thread = (annotationId: string) => ({
      annotation: { annotationId },
      comments: [{ author: alice, comment: { commentId: "c", text: "first" } }],
    });
    await feed.activity.administration.addCommentAnnotations({ ...place, annotations: [thread("kept"), thread("gone")] });
    await feed.activity.administration.updateComments({ ...place, annotationId: "kept", commentIds: ["c"], change: { text: "second" } });
    await feed.activity.administration.deleteCommentAnnotations({ ...place, annotationIds: ["gone"] });

    const { changes } = await feed.read(4, { apiKeyId, withThreads: true });

    const told = changes.map(({ annotationId, thread }) => [annotationId, thread?.comments.map(({ text }) => text)]);
    expect(told).toEqual([
      ["kept", ["second"]],
      ["gone", undefined],
      ["kept", ["second"]],
      ["gone", undefined],
    ]);
  });

  test("other data in a customer's record is not taken for an annotation", async () => {
    const apiKeyId = feed.freshKey();
    await feed.addRecords(apiKeyId, ["odd", "list"], { entityDataJson: '{"annotationId":{"x":1}}', entityTargetDataJson: "[1]" });

    const { changes } = await feed.read(2, { apiKeyId, withThreads: true });

    expect(changes).toMatchObject([
      { annotationId: "", commentId: "" },
      { annotationId: "", commentId: "" },
    ]);
  });

  test("nothing of another API key is included", async () => {
    const mine = feed.freshKey();
    const other = feed.freshKey();
    await feed.addRecords(mine, ["mine"]);
    await feed.addRecords(other, ["other"]);
    const { changes, cursor } = await feed.read(1, { apiKeyId: other });

    expect(changes.map(({ activityId }) => activityId)).toEqual(["other"]);
    expect(await feed.ids(1, { apiKeyId: mine })).toEqual(["mine"]);
    expect(await feed.idsNow({ apiKeyId: mine }, cursor)).toEqual([]);
  });
});

describe("waiting", () => {
  test("a waiting reader is answered when there is a change", async () => {
    const apiKeyId = feed.freshKey();
    const { nextCursor } = await feed.activity.administration.readChanges({ apiKeyId });
    const began = performance.now();
    const waiting = feed.activity.administration.readChanges({ apiKeyId, cursor: nextCursor, waitMs: 20_000 });
    await feed.addRecords(feed.freshKey(), ["of another key"]);
    await feed.addRecords(apiKeyId, ["news"]);

    expect((await waiting).changes).toMatchObject([{ activityId: "news" }]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test("a reader is answered without a change when its time is over", async () => {
    const apiKeyId = feed.freshKey();
    const page = await feed.activity.administration.readChanges({ apiKeyId, waitMs: 300 });

    expect(page).toMatchObject({ changes: [], upToDate: true });
    expect(page.nextCursor).not.toBe("");
  });

  test("a stream begins with a bookmark and returns changes as they occur", async () => {
    const apiKeyId = feed.freshKey();
    const gone = new AbortController();
    const told: string[] = [];
    let cursor = "";
    try {
      for await (const page of feed.activity.administration.watchChanges({ apiKeyId }, { signal: gone.signal, timeoutMs: 20_000 })) {
        if (cursor === "") for (const id of ["s1", "s2", "s3"]) await feed.addRecords(apiKeyId, [id]);
        cursor = page.nextCursor;
        told.push(...page.changes.map(({ activityId }) => activityId));
        if (told.length === 3) break;
      }
    } finally {
      gone.abort();
    }

    expect(told).toEqual(["s1", "s2", "s3"]);
    expect(await feed.idsNow({ apiKeyId }, cursor)).toEqual([]);
  });
});

describe("refused", () => {
  test.each([
    ["an invented cursor", { cursor: "nonsense" }, "cursor"],
    ["a cursor with numbers that are not integers", { cursor: Buffer.from('["t",1.5,1]').toString("base64url") }, "cursor"],
    ["a document without its organization", { documentId: "welcome" }, "document_id"],
    ["a wait that is too long", { waitMs: 25_001 }, "wait_ms"],
    ["a page that is too large", { pageSize: 1_001 }, "page_size"],
  ])("%s", async (_, request, field) => {
    const call = feed.activity.administration.readChanges({ apiKeyId: "pk_feed_refused", ...request });

    await expect(call).rejects.toMatchObject({ failure: { kind: "invalid_argument", violations: [{ field }] } });
  });

  test("a cursor of an unknown epoch", async () => {
    const cursor = Buffer.from('["000000000000",1,1]').toString("base64url");
    const call = feed.activity.administration.readChanges({ apiKeyId: "pk_feed_refused", cursor });

    await expect(call).rejects.toMatchObject({ failure: { kind: "out_of_range", violations: [{ field: "cursor" }] } });
  });
});
