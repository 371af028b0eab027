import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/customer.ts";
import { type HostedCustomer, startWithPeople } from "../support/hosted-customer.ts";
import { type Body, Receiver } from "../support/receiver.ts";

// Programs as customers of the hosted product have written them: a mirror, a button, a receiver, an inbox, a dashboard.

let hosted: HostedCustomer;
let customer: Customer;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  hosted = await startWithPeople();
  ({ customer } = hosted);
});

afterAll(async () => {
  await hosted?.parley.stop();
  await receiver?.stop();
});

const ada = { userId: "ada", name: "Ada" };

/** Adds threads to a document, which is created with the first. */
async function threadsIn(documentId: string, ...ids: string[]): Promise<void> {
  await customer.data("/v2/commentannotations/add", {
    organizationId: "acme",
    documentId,
    createDocument: true,
    commentAnnotations: ids.map((annotationId, index) => ({
      annotationId,
      location: { id: index },
      commentData: [{ commentId: index, from: ada, commentText: annotationId }],
    })),
  });
}

test("a nightly mirror reads every thread once, by document, until there is no page token", async () => {
  await threadsIn("mirror-1", "a", "b", "c");
  await threadsIn("mirror-2", "d", "e");

  const mirror = new Map<string, string[]>();
  let pageToken: string | null | undefined;
  do {
    const { body } = await customer.post("/v2/commentannotations/get", {
      organizationId: "acme",
      documentIds: ["mirror-1", "mirror-2"],
      groupByDocumentId: true,
      pageSize: 2,
      ...(pageToken ? { pageToken } : {}),
    });
    const { data } = body.result;
    for (const [documentId, threads] of Object.entries<Body[]>(data)) {
      mirror.set(documentId, [...(mirror.get(documentId) ?? []), ...threads.map(({ annotationId }) => annotationId)]);
    }
    pageToken = body.result.pageToken;
  } while (pageToken);

  expect(mirror).toEqual(
    new Map([
      ["mirror-1", ["a", "b", "c"]],
      ["mirror-2", ["d", "e"]],
    ]),
  );
});

test("a mirror that reads what changed since its last run gets only that", async () => {
  await threadsIn("delta", "still", "moved");
  const [, { lastUpdated }] = await customer.data("/v2/commentannotations/get", { organizationId: "acme", documentId: "delta" });
  await customer.data("/v2/commentannotations/update", {
    organizationId: "acme",
    documentId: "delta",
    annotationIds: ["moved"],
    updatedData: { status: { id: "RESOLVED", name: "Resolved", type: "terminal" } },
  });

  const changed = await customer.data("/v2/commentannotations/get", {
    organizationId: "acme",
    documentId: "delta",
    updatedAfter: lastUpdated,
    order: "asc",
  });

  expect(changed.map(({ annotationId }: Body) => annotationId)).toEqual(["moved"]);
});

test("a status of which only the type is sent is the one that every key has of this type", async () => {
  await threadsIn("typed", "x");
  const update = (status: object) =>
    customer.post("/v1/commentannotations/update", { organizationId: "acme", documentId: "typed", updatedData: { status } });

  expect((await update({ type: "ongoing" })).status).toBe(200);
  const refused = await update({ name: "Neither" });

  const [thread] = await customer.data("/v1/commentannotations/get", { organizationId: "acme", documentId: "typed" });
  expect(thread.status).toMatchObject({ id: "IN_PROGRESS", type: "ongoing" });
  expect(refused.body.error.message).toBe("updatedData.status must have an id or a type.");
});

test("a button deletes all comments of a document on /v1, and none of another", async () => {
  await threadsIn("emptied", "x", "y", "z");
  await threadsIn("kept", "x");

  const { status, body } = await customer.post("/v1/commentannotations/delete", { organizationId: "acme", documentId: "emptied" });

  expect(status).toBe(200);
  expect(Object.values<Body>(body.result.data).map(({ success, id }) => [id, success])).toEqual([
    ["x", true],
    ["y", true],
    ["z", true],
  ]);
  expect(await customer.data("/v1/commentannotations/get", { organizationId: "acme", documentId: "emptied" })).toEqual([]);
  expect(await customer.data("/v1/commentannotations/get", { organizationId: "acme", documentId: "kept" })).toHaveLength(1);
});

test("an empty list of ids deletes nothing, because a program that computed it meant nothing", async () => {
  await threadsIn("careful", "x");

  await customer.data("/v1/commentannotations/delete", { organizationId: "acme", documentId: "careful", annotationIds: [] });

  expect(await customer.data("/v1/commentannotations/get", { organizationId: "acme", documentId: "careful" })).toHaveLength(1);
});

test("only authors who are users of the document are taken with verifyUserPermissions", async () => {
  const add = (userId: string) =>
    customer.post("/v2/commentannotations/add", {
      organizationId: "acme",
      documentId: "plan",
      verifyUserPermissions: true,
      commentAnnotations: [{ commentData: [{ from: { userId }, commentText: "May I?" }] }],
    });

  expect((await add("ada")).status).toBe(200);
  const refused = await add("stranger");
  expect(refused.status).toBe(400);
  expect(refused.body.error.details[0].field).toBe("commentAnnotations[0].commentData[0].from.userId");
});

test("a comment with triggerNotification false reaches no receiver, and one without does, in the documented form", async () => {
  await customer.data("/v2/workspace/webhookconfig/update", {
    useWebhookService: true,
    webhookServiceConfig: { rawNotificationUrl: receiver.url("/raw") },
  });
  await threadsIn("told", "loud");
  const place = { organizationId: "acme", documentId: "told", annotationId: "loud" };
  await customer.data("/v2/commentannotations/comments/add", {
    ...place,
    commentData: [{ commentId: 10, from: ada, commentText: "Quiet.", triggerNotification: false }],
  });
  await customer.data("/v2/commentannotations/comments/add", {
    ...place,
    commentData: [{ commentId: 11, from: ada, commentText: "Loud, @Bob.", taggedUserContacts: [{ userId: "bob", text: "@Bob" }] }],
  });

  await until(() => receiver.of("/raw", "loud").length === 2, 30_000);
  const [, told] = receiver.of("/raw", "loud");
  expect(told.targetComment).toMatchObject({ commentId: "11", type: "text", status: "added", reactionAnnotationIds: [], recorders: [] });
  expect(told.commentAnnotation).toMatchObject({
    annotationId: "loud",
    status: { id: "OPEN", type: "default", color: expect.any(String) },
    involvedUserIds: ["ada", "bob"],
    mentionedUserIds: ["bob"],
    comments: [{ commentId: "0" }, { commentId: "10" }, { commentId: "11" }],
  });
});

test("an inbox that pages by pageToken shows every notification once, newest first, and marks what was opened", async () => {
  const ids = ["n1", "n2", "n3", "n4", "n5"];
  for (const notificationId of ids) {
    await customer.data("/v2/notifications/add", {
      organizationId: "acme",
      documentId: "plan",
      notificationId,
      actionUser: ada,
      displayHeadlineMessageTemplate: "{actionUser} wrote to {recipientUser}",
      displayBodyMessage: notificationId,
      notifyUsers: [{ userId: "bob", name: "Bob", email: "bob@acme.example" }],
      notifyAll: false,
    });
  }

  const inbox: Body[] = [];
  let pageToken: string | null | undefined;
  do {
    const filters = { organizationId: "acme", userId: "bob", pageSize: 2, order: "desc" };
    const { body } = await customer.post("/v2/notifications/get", { ...filters, ...(pageToken ? { pageToken } : {}) });
    inbox.push(...body.result.data);
    pageToken = body.result.pageToken;
  } while (pageToken);
  const own = inbox.filter(({ notificationSource }) => notificationSource === "custom");
  const opened = await customer.data("/v2/notifications/update", {
    organizationId: "acme",
    documentId: "plan",
    notifications: [{ id: "n5", readByUserIds: ["bob"], persistReadForUsers: true }],
  });

  expect(own.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(new Set(inbox.map(({ id }) => id)).size).toBe(inbox.length);
  for (const { timestamp, metadata, notifyUsers, notifyUsersByUserId } of own) {
    expect(new Date(timestamp).getTime()).toBeGreaterThan(Date.now() - 600_000);
    expect(metadata).toMatchObject({ apiKey: hosted.apiKey, organizationId: "acme", documentId: "plan" });
    expect([notifyUsers.bob, notifyUsersByUserId.bob]).toEqual([true, true]);
  }
  expect(opened).toEqual({ n5: { success: true, message: expect.any(String) } });
});

test("a dashboard adds activities with metadata of its own, and reads those of one build, page by page", async () => {
  const builds = ["b1", "b2", "b1", "b1"];
  await customer.data("/v2/activities/add", {
    organizationId: "acme",
    documentId: "plan",
    activities: builds.map((build, n) => ({
      id: `run-${n}`,
      featureType: "custom",
      actionType: "build.run",
      actionUser: ada,
      targetEntityId: build,
      displayMessageTemplate: "{{actionUser}} ran {{build}}",
      displayMessageTemplateData: { build },
      metadata: { build, n, passed: n !== 2 },
    })),
  });

  const rows: Body[] = [];
  let pageToken: string | null | undefined;
  do {
    const filters = { organizationId: "acme", documentId: "plan", targetEntityId: "b1", actionTypes: ["build.run"], order: "asc" };
    const { body } = await customer.post("/v2/activities/get", { ...filters, pageSize: 2, ...(pageToken ? { pageToken } : {}) });
    rows.push(...body.result.data);
    pageToken = body.result.pageToken;
  } while (pageToken);

  expect(rows.map(({ metadata, displayMessage }) => [metadata.n, metadata.passed, metadata.documentId, displayMessage])).toEqual([
    [0, true, "plan", "Ada ran b1"],
    [2, false, "plan", "Ada ran b1"],
    [3, true, "plan", "Ada ran b1"],
  ]);
});
