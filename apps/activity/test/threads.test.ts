import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Activity, alice, bob, carol, startActivity, welcome } from "./activity.ts";

let activity: Activity;

beforeAll(async () => {
  activity = await startActivity();
});

afterAll(() => activity?.[Symbol.asyncDispose]());

test("a thread is returned as given, with its comments in order", async () => {
  const { results } = await activity.administration.addCommentAnnotations({
    ...welcome,
    annotations: [
      {
        annotation: {
          annotationId: "whole",
          priority: "HIGH",
          type: "bug",
          location: { locationId: "page-1", locationName: "Page 1", extraJson: '{"x":1}' },
          assignee: carol,
          metadataJson: '{"color":"red","__proto__":1}',
        },
        comments: [
          {
            author: alice,
            comment: {
              commentId: "c1",
              text: "<script>alert(1)</script>\u0007",
              html: "<b>{{hi}}</b>",
              taggedUsers: [bob],
              attachments: [
                {
                  attachmentId: "f1",
                  name: "a.png",
                  url: "https://example.com/a.png",
                  mimeType: "image/png",
                  sizeBytes: 10n,
                  extraJson: '{"w":3}',
                },
              ],
              metadataJson: '{"mood":"fine"}',
            },
          },
          { author: { ...bob, extraJson: '{"team":"blue"}' }, comment: { commentId: "c2", text: "Second." } },
        ],
      },
    ],
  });

  expect(results).toMatchObject([{ result: { id: "whole", success: true, code: "" }, commentIds: ["c1", "c2"] }]);
  expect(await activity.annotation("whole")).toMatchObject({
    organizationId: "acme",
    documentId: "welcome",
    annotationId: "whole",
    status: "OPEN",
    priority: "HIGH",
    type: "bug",
    location: { locationId: "page-1", locationName: "Page 1", extraJson: '{"x":1}' },
    assignee: { userId: "carol", name: "", email: "", extraJson: "" },
    involvedUsers: [{ userId: "alice" }, { userId: "bob" }, { userId: "carol" }],
    mentionedUsers: [{ userId: "bob" }],
    metadataJson: '{"color":"red","__proto__":1}',
    comments: [
      {
        commentId: "c1",
        author: { ...alice, extraJson: "" },
        text: "<script>alert(1)</script>\u0007",
        html: "<b>{{hi}}</b>",
        taggedUsers: [{ userId: "bob", name: "Bob" }],
        attachments: [
          {
            attachmentId: "f1",
            name: "a.png",
            url: "https://example.com/a.png",
            mimeType: "image/png",
            sizeBytes: 10n,
            extraJson: '{"w":3}',
          },
        ],
        metadataJson: '{"mood":"fine"}',
        reactions: [],
      },
      { commentId: "c2", author: { userId: "bob", extraJson: '{"team":"blue"}' }, text: "Second.", metadataJson: "{}" },
    ],
  });
});

test("missing ids are generated and returned", async () => {
  const { results } = await activity.administration.addCommentAnnotations({
    ...welcome,
    annotations: [{ annotation: { metadataJson: "" }, comments: [{ author: alice, comment: { text: "One." } }] }],
  });

  const [added] = results;
  expect(added).toMatchObject({
    result: { success: true, id: expect.stringMatching(/^ann_\w{22}$/) },
    commentIds: [expect.stringMatching(/^com_\w{22}$/)],
  });
  expect((await activity.annotation(added?.result?.id ?? ""))?.comments.map(({ commentId }) => commentId)).toEqual(added?.commentIds);
});

test("adding the same thread again changes nothing and records nothing", async () => {
  const request = {
    ...welcome,
    annotations: [
      {
        annotation: { annotationId: "again", priority: "LOW", metadataJson: '{"a":1}' },
        comments: [{ author: alice, comment: { commentId: "c1", text: "Once." } }],
      },
    ],
  };
  await activity.administration.addCommentAnnotations(request);
  const before = [await activity.annotation("again"), await recordsOf("again")];

  const { results } = await activity.administration.addCommentAnnotations(request);

  expect(results).toMatchObject([
    { result: { success: true, message: "The annotation is already stored with these values." }, commentIds: ["c1"] },
  ]);
  expect([await activity.annotation("again"), await recordsOf("again")]).toEqual(before);
});

test("adding only a comment to an existing thread says that something was written", async () => {
  const add = (commentId: string) =>
    activity.administration.addCommentAnnotations({
      ...welcome,
      annotations: [{ annotation: { annotationId: "more" }, comments: [{ author: alice, comment: { commentId, text: "Said." } }] }],
    });
  await add("c1");

  const { results } = await add("c2");

  expect(results).toMatchObject([
    { result: { success: true, message: "The annotation existed; its comments were added or updated." }, commentIds: ["c2"] },
  ]);
});

test("adding an existing thread changes the given values and keeps the others", async () => {
  const add = (annotation: object, comments: { commentId: string; text: string }[]) =>
    activity.administration.addCommentAnnotations({
      ...welcome,
      annotations: [
        { annotation: { annotationId: "upsert", ...annotation }, comments: comments.map((comment) => ({ author: alice, comment })) },
      ],
    });
  await add({ priority: "LOW", type: "bug", metadataJson: '{"a":1,"b":2}' }, [{ commentId: "c1", text: "Old." }]);

  const { results } = await add({ status: "DONE", metadataJson: '{"b":null,"c":3}' }, [
    { commentId: "c1", text: "New." },
    { commentId: "c2", text: "More." },
  ]);

  expect(results).toMatchObject([{ result: { success: true, message: "The annotation was updated." }, commentIds: ["c1", "c2"] }]);
  expect(await activity.annotation("upsert")).toMatchObject({
    status: "DONE",
    priority: "LOW",
    type: "bug",
    metadataJson: '{"a":1,"c":3}',
    comments: [{ commentId: "c1", text: "New.", editedAtMs: expect.anything() }, { commentId: "c2" }],
  });
});

test("an id that is repeated in a batch is processed once, with its last values", async () => {
  const thread = (priority: string) => ({
    annotation: { annotationId: "twice", priority },
    comments: [{ author: alice, comment: { commentId: "c", text: priority } }],
  });

  const { results } = await activity.administration.addCommentAnnotations({ ...welcome, annotations: [thread("LOW"), thread("HIGH")] });

  expect(results).toHaveLength(1);
  expect(await activity.annotation("twice")).toMatchObject({ priority: "HIGH", comments: [{ text: "HIGH" }] });
});

test("threads are not created in missing documents", async () => {
  const annotations = [{ annotation: { annotationId: "nowhere" }, comments: [] }];

  for (const place of [{ documentId: "unknown" }, { organizationId: "unknown" }, { apiKeyId: "pk_test_2" }]) {
    const { results } = await activity.administration.addCommentAnnotations({ ...welcome, ...place, annotations });
    expect(results).toMatchObject([{ result: { id: "nowhere", success: false, code: "not_found" }, commentIds: [] }]);
  }
});

test("ids of every allowed length and alphabet are stored", async () => {
  const id = (letter: string) => letter.repeat(256);
  const longest = { apiKeyId: "pk_test_1", organizationId: id("組"), documentId: id("文") };
  activity.surroundings.open("pk_test_1", longest.organizationId, longest.documentId);
  const user = { userId: id("人") };

  const { results } = await activity.administration.addCommentAnnotations({
    ...longest,
    annotations: [
      {
        annotation: {
          annotationId: id("注"),
          status: id("状"),
          location: { locationId: id("所"), locationName: "名".repeat(1_000) },
          assignee: user,
        },
        comments: [{ author: user, comment: { commentId: id("言"), text: "Long." } }],
      },
    ],
  });
  const reactions = await activity.administration.addReactions({
    ...longest,
    annotationId: id("注"),
    commentId: id("言"),
    user,
    reactions: ["好".repeat(64)],
  });
  const recordings = await activity.administration.addRecordings({
    ...longest,
    recordings: [{ user, recording: { recordingId: id("録"), location: { locationId: id("所"), locationName: "名".repeat(1_000) } } }],
  });

  expect(results).toMatchObject([{ result: { success: true } }]);
  expect(reactions.results).toMatchObject([{ success: true }]);
  expect(recordings.results).toMatchObject([{ success: true }]);
  const byName = await activity.administration.getCommentAnnotations({
    ...longest,
    locationName: "名".repeat(1_000),
    userIds: [user.userId],
    statuses: [id("状")],
  });
  expect(byName.annotations).toMatchObject([{ comments: [{ reactions: [{ reaction: "好".repeat(64) }] }] }]);
});

async function recordsOf(annotationId: string): Promise<unknown[]> {
  return querySql(
    activity.databaseUrl,
    "select action_type from activity.activities where entity_data->>'annotationId' = $1 order by activity_ref",
    [annotationId],
  );
}
