import { processedBody, rawBody } from "@parley/gateway/operations";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/customer.ts";
import { type HostedCustomer, startWithPeople, thread } from "../support/hosted-customer.ts";
import { Receiver } from "../support/receiver.ts";
import { type CommentPayload, lineOf } from "./typed-receiver.ts";

// Receivers as customers of the hosted product have written them.

let hosted: HostedCustomer;
let receiver: Receiver;
let customer: Customer;
let apiKey: string;
const plan = { organizationId: "acme", documentId: "plan" };
const at = { ...plan, annotationId: "told" };

beforeAll(async () => {
  receiver = await Receiver.start();
  hosted = await startWithPeople();
  ({ customer, apiKey } = hosted);
  await customer.data("/v2/workspace/webhookconfig/update", {
    useWebhookService: true,
    webhookServiceConfig: {
      authToken: "the-token",
      rawNotificationUrl: receiver.url("/raw"),
      processedNotificationUrl: receiver.url("/processed"),
    },
  });
  await customer.data("/v2/commentannotations/add", { ...plan, commentAnnotations: [{ annotationId: "told", ...thread }] });
  await customer.data("/v2/commentannotations/comments/add", {
    ...at,
    commentData: [{ commentId: "second", from: { userId: "bob" }, commentText: "Yes." }],
  });
  await customer.data("/v2/commentannotations/comments/update", { ...at, commentIds: ["second"], updatedData: { commentText: "Yes!" } });
  await customer.data("/v2/commentannotations/comments/reactions/add", {
    ...at,
    commentId: "first",
    user: { userId: "bob" },
    reactions: ["👍"],
  });
  await customer.data("/v2/commentannotations/comments/reactions/delete", { ...at, commentId: "first", userId: "bob", reactions: ["👍"] });
  const updatedData = { status: "RESOLVED", priority: { id: "P0", name: "Urgent" }, assignedTo: { userId: "ada" } };
  await customer.data("/v2/commentannotations/update", { ...plan, annotationIds: ["told"], updatedData, actionUser: { userId: "bob" } });
  await customer.data("/v2/commentannotations/comments/delete", { ...at, commentIds: ["second"] });
  await until(() => ["/raw", "/processed"].every((path) => receiver.of(path, "told").length === 9), 30_000);
});

afterAll(async () => {
  await hosted?.parley.stop();
  await receiver?.stop();
});

const raw = (event: string) => receiver.of("/raw", "told").find((body) => body.event === event);
const processed = (event: string) => receiver.of("/processed", "told").find((body) => body.event === event);

test("the raw body of an event of a comment", () => {
  const body = raw("comment_annotation.add");

  expect(body).toMatchObject({ actionType: "newlyAdded", notificationSource: "comment", actionUser: { userId: "ada" } });
  expect(body.targetComment).toMatchObject({
    commentId: "first",
    commentText: "Look, @Bob.",
    from: { userId: "ada" },
    reactionAnnotations: [],
  });
  expect(body.commentAnnotation).toMatchObject({
    status: { id: "REVIEW", name: "In review" },
    comments: [{ commentId: "first" }],
    from: { userId: "ada" },
  });
  expect(body.commentAnnotation.metadata).toMatchObject({ apiKey, ...plan, folderId: "top" });
  expect(body.metadata).toMatchObject({ apiKey, ...plan, clientDocumentId: "plan", clientOrganizationId: "acme", locationId: "7" });
});

test("the raw bodies of events of a thread", () => {
  expect(raw("comment_annotation.status_change")).toMatchObject({
    actionType: "statusChanged",
    oldStatus: { id: "REVIEW", name: "In review", type: "ongoing" },
    newStatus: { id: "RESOLVED", name: "RESOLVED", type: "terminal" },
  });
  expect(raw("comment_annotation.priority_change")).toMatchObject({ newPriority: { id: "P0", name: "Urgent" } });
  expect(raw("comment_annotation.assign")).toMatchObject({ assigned: true, commentAnnotation: { assignedTo: { userId: "ada" } } });
});

test("what a raw body does not have is left out, and not null", () => {
  for (const event of ["comment_annotation.status_change", "comment_annotation.priority_change", "comment_annotation.assign"])
    expect(raw(event)).not.toHaveProperty("targetComment");
  for (const field of ["oldStatus", "newStatus", "newPriority"]) expect(raw("comment.add")).not.toHaveProperty(field);
  expect(Object.values(raw("comment.add").metadata)).not.toContain(null);
});

test("processed bodies always have a text, and a status with a name", () => {
  expect(processed("comment.update")).toMatchObject({
    commentText: "Yes!",
    commentTextFrom: { userId: "bob" },
    targetCommentId: "second",
    targetAnnotationId: "told",
  });
  expect(processed("comment_annotation.add")).toMatchObject({
    toContactsTagged: [{ userId: "bob" }],
    status: { id: "REVIEW", name: "In review" },
  });
  expect(processed("comment_annotation.status_change")).toMatchObject({
    commentText: "",
    targetCommentId: null,
    status: { name: "RESOLVED" },
  });
  for (const { commentText, status, actionType } of receiver.of("/processed", "told")) {
    expect([typeof commentText, typeof status.id, typeof actionType]).toEqual(["string", "string", "string"]);
  }
});

test("every delivery carries the token as given", () => {
  expect(new Set(receiver.authorizations)).toEqual(new Set(["Basic the-token"]));
});

test("every body has the form of the OpenAPI document", () => {
  for (const body of receiver.of("/raw", "told")) expect(rawBody.safeParse(body).error?.issues).toBeUndefined();
  for (const body of receiver.of("/processed", "told")) expect(processedBody.safeParse(body).error?.issues).toBeUndefined();
});

test("a receiver that is typed by the documentation reads each kind of body without asking for null", async () => {
  const elsewhere = { organizationId: "acme", documentId: "typed-bodies" };
  const talk = { ...elsewhere, annotationId: "talk" };
  const ada = { userId: "ada", name: "Ada" };
  const bob = { userId: "bob", name: "Bob" };
  const opening = { commentId: 1, from: ada, commentText: "Look.", taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: bob }] };
  await customer.data("/v2/commentannotations/add", {
    ...elsewhere,
    createDocument: true,
    commentAnnotations: [{ annotationId: "talk", commentData: [opening] }],
  });
  await customer.data("/v2/commentannotations/comments/add", { ...talk, commentData: [{ commentId: 2, from: bob, commentText: "Yes." }] });
  await customer.data("/v2/commentannotations/comments/update", {
    ...talk,
    commentIds: [2],
    updatedData: { commentText: "No.", from: bob },
  });
  const update = (updatedData: object) =>
    customer.data("/v2/commentannotations/update", { ...elsewhere, annotationIds: ["talk"], updatedData });
  await update({ status: { id: "DONE", name: "Done", type: "terminal" }, from: bob });
  await update({ priority: { id: "P0", name: "Urgent" } });
  await update({ priority: null });
  await update({ assignedTo: bob, from: ada });
  await customer.data("/v2/commentannotations/comments/delete", { ...talk, commentIds: [2] });

  await until(() => receiver.of("/raw", "talk").length === 8, 30_000);
  expect(receiver.of("/raw", "talk").map((body: CommentPayload) => lineOf(body))).toEqual([
    'acme/typed-bodies: Ada began "Look." for Bob',
    'acme/typed-bodies: Bob answered "Yes." as number 2',
    'acme/typed-bodies: Somebody changed to "No." (updated)',
    "acme/typed-bodies: Bob set Done after OPEN in ada's thread",
    "acme/typed-bodies: Somebody set Urgent in ada's thread",
    "acme/typed-bodies: Somebody took the priority away in ada's thread",
    "acme/typed-bodies: Ada assigned bob in ada's thread",
    "acme/typed-bodies: Somebody deleted a comment",
  ]);
});
