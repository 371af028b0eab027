import type { WebhookTrigger } from "@parley/contracts/workspace";
import { expect, test } from "vitest";
import { parsedEvent } from "../../triggers/trigger-event.ts";
import { testEvent } from "../testing/test-event.ts";
import { bodyOf } from "./body-of.ts";

const names = { organizationName: "Acme", documentName: 'A "draft"', folderId: "drafts" };

/** Metadata as customers may send it, as JSON: key order, numbers and characters that a conversion could change. */
const odd = '{"10":[0.1,1e+21,1e-7,9007199254740991,-0.5],"z":{"__proto__":1},"a":"\\u0000\\u2028\\ud800</script>$&"}'.replace(
  "\\u2028",
  "\u2028",
);
const person = '{"userId":"u","name":"Ü 👍"}';
const comment =
  `{"commentId":"c","from":${person},"commentText":"Hi","commentHtml":"","taggedUserContacts":[],"attachments":[],` +
  `"metadata":${odd},"reactionAnnotations":[],"createdAt":1,"lastUpdated":1,"editedAt":null}`;
const metadataOf = (folder: string) => `"metadata":${odd.slice(0, -1)},"apiKey":"pk"${folder}}`;
const given =
  `{"annotationId":"t","location":{"id":"page-1"},"involvedUsers":[${person}],"mentionedUsers":[],"comments":[${comment}],` +
  `${metadataOf("")}}`;
// A body names people by their ids, and has the folder.
const thread =
  `{"annotationId":"t","location":{"id":"page-1"},${metadataOf(',"folderId":"drafts"')},"involvedUserIds":["u"],"mentionedUserIds":[],` +
  `"commentCategories":[],"iam":{},"comments":[${comment}]}`;

const event = (trigger: WebhookTrigger, more: object = {}) =>
  parsedEvent({
    ...testEvent("pk", trigger, 1_700_000_000_000),
    actorJson: person,
    annotationJson: given,
    targetCommentJson: comment,
    ...more,
  });
const textOf = (payload: "raw" | "processed" | "thin", of: ReturnType<typeof event>) =>
  JSON.stringify(bodyOf({ payload, webhookId: "w", sequence: 3 }, of).complete(names, () => ({ inbox: true, email: false })));

const metadata =
  '"metadata":{"apiKey":"pk","organizationId":"test-organization","documentId":"test-document","clientOrganizationId":"test-organization",' +
  '"clientDocumentId":"test-document","locationId":"page-1","organizationName":"Acme","documentName":"A \\"draft\\"","folderId":"drafts"}';
const parts = `"notificationSource":"comment","actionUser":${person},"commentAnnotation":${thread},"targetComment":${comment}`;

test("the raw body is the event's content, byte for byte, with the names of its places", () => {
  expect(textOf("raw", event("comment.add"))).toBe(
    `{"webhookId":"w","event":"comment.add","actionType":"added",${parts},"timestamp":1700000000000,${metadata},"sequence":3}`,
  );
});

test("an assignment, a reaction and a partial thread add their own fields", () => {
  const more = { reaction: "👍", annotationIsPartial: true, commentCount: 9, oldAssigneeJson: "", newAssigneeJson: person };
  expect(textOf("raw", event("comment_annotation.assign", more))).toBe(
    `{"webhookId":"w","event":"comment_annotation.assign","actionType":"assigned",${parts},` +
      `"assigned":true,"oldAssignee":null,"newAssignee":${person},"reaction":"👍","isCommentAnnotationPartial":true,"commentCount":9,` +
      `"timestamp":1700000000000,${metadata},"sequence":3}`,
  );
});

test("the processed body has the event's comment, byte for byte", () => {
  expect(textOf("processed", event("comment.add", { actorJson: "" }))).toBe(
    `{"webhookId":"w","event":"comment.add","actionType":"added","from":null,"commentText":"Hi","commentTextFrom":${person},` +
      `"documentId":"test-document","organizationId":"test-organization","targetAnnotationId":"test-annotation","targetCommentId":"c",` +
      `"targetComment":${comment},"status":null,"notificationSource":"comment","timestamp":1700000000000,"toContactsTagged":[],` +
      `"toContactsUpdated":[{"userId":"u","name":"Ü 👍","notify":{"inbox":true,"email":false}}],"sequence":3}`,
  );
});
