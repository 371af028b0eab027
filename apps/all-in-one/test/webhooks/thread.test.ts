import { fromBinary } from "@bufbuild/protobuf";
import { WebhookTriggeredSchema } from "@parley/contracts/activity";
import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let customer: Customer;

const place = { organizationId: "acme", documentId: "welcome" };
const alice = { userId: "alice", name: "Alice", email: "alice@example.com", color: "#123", nested: { a: [null, 0.5] } };
const bob = { userId: "bob" };

// Events are copied in the same transaction, because the relay deletes them from the outbox at once.
beforeAll(async () => {
  parley = await startParley("all-in-one");
  ({ customer } = await createWorkspace(parley.url, parley.adminToken));
  await querySql(
    parley.databaseUrl,
    `create table activity.told (like activity.outbox);
     create function activity.tell() returns trigger language plpgsql security definer as
       $$ begin insert into activity.told select new.*; return new; end $$;
     create trigger tell after insert on activity.outbox for each row execute function activity.tell();`,
  );
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    createOrganization: true,
    documents: [{ documentId: "welcome" }],
  });
  await customer.data("/v2/workspace/webhookconfig/update", {
    useWebhookService: true,
    webhookServiceConfig: { rawNotificationUrl: "https://webhooks.example.invalid/raw" },
  });
});

afterAll(() => parley?.stop());

test("an event carries the thread exactly as /v2/commentannotations/get returns it at that time", async () => {
  const attachments = [{ name: "a.png", size: 0, width: 3 }, { thumbnail: "t" }];
  const tags = { taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: bob }, { userId: "alice" }] };
  const reacted = { ...place, annotationId: "full", commentId: "c1" };
  await customer.data("/v2/commentannotations/add", {
    ...place,
    commentAnnotations: [
      {
        annotationId: "full",
        priority: "high",
        type: "text",
        location: { id: "page-1", locationName: "Page\n1", rect: { x: 0.5 } },
        assignedTo: bob,
        metadata: { kept: null, list: [1, { b: "<i>" }] },
        commentData: [
          {
            commentId: "c1",
            from: alice,
            commentText: "\u0007 é😀",
            commentHtml: "<b>",
            ...tags,
            attachments,
            createdAt: Date.now() - 60_000,
          },
          { commentId: "c2", from: bob, commentText: "Second." },
        ],
      },
      { annotationId: "bare", commentData: [{ from: bob, commentText: "Only." }] },
    ],
  });
  await customer.data("/v2/commentannotations/comments/reactions/add", { ...reacted, user: alice, reactions: ["👍"] });
  await customer.data("/v2/commentannotations/comments/reactions/add", { ...reacted, user: bob, reactions: ["👍", ":tada:"] });
  await customer.data("/v2/commentannotations/comments/update", {
    ...place,
    annotationId: "full",
    commentIds: ["c2"],
    updatedData: { commentText: "Better.", metadata: { b: 1 } },
  });

  const payloads = await querySql<{ payload: Buffer }>(parley.databaseUrl, "select payload from activity.told order by lane, sequence");

  const events = payloads.map(({ payload }) => fromBinary(WebhookTriggeredSchema, payload));
  expect(events.map(({ trigger }) => trigger)).toEqual([
    "comment_annotation.add",
    "comment.add",
    "comment_annotation.add",
    "comment.reaction_add",
    "comment.reaction_add",
    "comment.reaction_add",
    "comment.update",
  ]);
  for (const annotationId of ["full", "bare"]) {
    const [shown] = await customer.data("/v2/commentannotations/get", { ...place, annotationIds: [annotationId] });
    const last = events.findLast((event) => event.annotationId === annotationId);
    expect(inBody(JSON.parse(last?.annotationJson ?? ""))).toEqual(shown);
    expect(JSON.parse(last?.targetCommentJson ?? "")).toEqual(shown.comments.at(-1));
  }
});

/** The thread of an event with its people by their ids, as bodies and lists have it. */
function inBody({ involvedUsers, mentionedUsers, ...thread }: Record<string, { readonly userId: string }[]>): object {
  const idsOf = (users: readonly { readonly userId: string }[] = []) => users.map(({ userId }) => userId);
  return { ...thread, involvedUserIds: idsOf(involvedUsers), mentionedUserIds: idsOf(mentionedUsers), commentCategories: [], iam: {} };
}

test("the signing secret is read and rotated; the old one also signs for a day", async () => {
  const first = await customer.data("/v2/workspace/webhooksecret/get", {});
  const { status, body } = await customer.post("/v2/workspace/webhooksecret/rotate", {});
  const again = await customer.data("/v2/workspace/webhooksecret/get", {});

  expect(first).toEqual({ secret: expect.stringMatching(/^whsec_/), createdAt: expect.any(Number), previousSignsUntil: null });
  expect(status).toBe(200);
  expect(body.result).toEqual({ status: "success", message: "Webhook secret rotated.", data: again });
  expect(again.secret).not.toBe(first.secret);
  expect(again.previousSignsUntil).toBeGreaterThan(Date.now() + 23 * 3_600_000);
});
