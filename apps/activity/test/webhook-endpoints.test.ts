import { expect, test } from "vitest";
import { alice, welcome } from "./activity.ts";
import { startTelling } from "./telling.ts";

const thread = (annotationId: string, metadata: object) => ({
  annotation: { annotationId, metadataJson: JSON.stringify(metadata) },
  comments: [{ author: alice, comment: { commentId: "c1", text: "One." } }],
});

test.each([
  ["webhooks are off", undefined],
  ["its URLs receive nothing", []],
])("where %s, exactly the events of an additional endpoint are published", async (_, ofUrls) => {
  await using telling = await startTelling();
  if (ofUrls === undefined) telling.activity.surroundings.webhooks.delete(welcome.apiKeyId);
  else telling.activity.surroundings.webhooks.set(welcome.apiKeyId, ofUrls);
  telling.activity.surroundings.endpointEvents.set(welcome.apiKeyId, ["comment.delete", "endpoint.gone"]);

  await telling.activity.administration.addCommentAnnotations({ ...welcome, annotations: [thread("wanted", {})] });
  await telling.activity.administration.deleteComments({ ...welcome, annotationId: "wanted", commentIds: ["c1"] });

  expect((await telling.told()).map(({ trigger }) => trigger)).toEqual(["comment.delete"]);
});

test("an event contains the channels of its thread", async () => {
  await using telling = await startTelling();
  const annotations = [thread("on-two", { channels: ["billing", "sales", 7], note: "x" }), thread("on-none", { note: "channels" })];

  for (const annotation of annotations)
    await telling.activity.administration.addCommentAnnotations({ ...welcome, annotations: [annotation] });

  const channelsOf = new Map((await telling.told()).map(({ annotationId, channels }) => [annotationId, channels]));
  expect(Object.fromEntries(channelsOf)).toEqual({ "on-two": ["billing", "sales"], "on-none": [] });
});
