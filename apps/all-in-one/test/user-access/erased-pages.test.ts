import { freePort, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { rowsWith } from "../support/erasure-catalog.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { Receiver } from "../support/receiver.ts";
import { erasedWhileWriting } from "./erased-while-writing.ts";
import { inDocument, userToken, visitor } from "./visitor.ts";
import { addWritingPlaces } from "./writing-page.ts";

const place = { organizationId: "acme", documentId: "welcome" };

let parley: Parley;
let workspace: Workspace;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  parley = await startParley("all-in-one", {
    PARLEY_MAX_REQUESTS_PER_SECOND_PER_USER: "1000",
    PARLEY_WEBHOOK_ALLOW_HTTP: "true",
    PARLEY_EGRESS_ALLOW: "127.0.0.0/8",
  });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  await addWritingPlaces(workspace);
  // The raw events are delivered; the processed ones wait for their next attempt.
  await workspace.customer.data("/v2/workspace/webhookconfig/update", {
    useWebhookService: true,
    webhookServiceConfig: { rawNotificationUrl: receiver.url("/raw"), processedNotificationUrl: `http://127.0.0.1:${await freePort()}/` },
  });
});

afterAll(async () => {
  await parley?.stop();
  await receiver?.stop();
});

test("thirty users whose pages write in a loop while the users are erased leave no row in any table", async () => {
  const userIds = Array.from({ length: 30 }, (_, n) => `gone-x7q-${n}-`);

  const pages = await erasedWhileWriting(workspace, userIds, 5);

  expect(pages.flatMap(({ surprises }) => surprises)).toEqual([]);
  expect(await rowsWith(parley.databaseUrl, userIds)).toEqual([]);
}, 180_000);

const writes: readonly (readonly [what: string, path: string, data: (name: string) => object])[] = [
  ["a comment", "comments/add", (name) => ({ ...place, annotationId: "shared", commentData: [{ commentId: name, commentText: "Late" }] })],
  ["a reaction", "reactions/add", () => ({ ...place, annotationId: "shared", commentId: "first", reactions: ["+1"] })],
  [
    "a notification setting",
    "notificationconfig/set",
    () => ({ organizationId: "acme", documentIds: ["welcome"], config: { inbox: "MINE" } }),
  ],
];

test.for(writes)(
  "%s that a page sends after the response to its user's erasure is refused, and one by a new token or the server stays",
  async ([what, path, data], { expect: each }) => {
    const userId = `back-${what.replaceAll(" ", "-")}`;
    const { customer } = workspace;
    const before = visitor(workspace, await userToken(workspace, userId, [inDocument("welcome", "commenter")]));
    each((await before.post(`/v2/me/${path}`, data(`${userId}-before`))).status).toBe(200);

    const { jobId } = await customer.data("/v2/users/data/delete", { userIds: [userId] });
    const refused = await before.post(`/v2/me/${path}`, data(`${userId}-late`));
    const after = visitor(workspace, await userToken(workspace, userId, [inDocument("welcome", "commenter")]));
    const accepted = await after.post(`/v2/me/${path}`, data(`${userId}-new`));
    const byServer = { commentId: `${userId}-server`, from: { userId }, commentText: "By the server" };
    await customer.data("/v2/commentannotations/comments/add", { ...place, annotationId: "shared", commentData: [byServer] });
    await until(async () => (await customer.data("/v1/users/data/delete/status", { jobId })).isDeleteCompleted, 20_000);

    each([refused.status, refused.body.error.status]).toEqual([401, "UNAUTHENTICATED"]);
    each(accepted.status).toBe(200);
    const rows = (await rowsWith(parley.databaseUrl, [userId])).join("\n");
    each(rows).toContain(`${userId}-server`);
    each(rows).not.toMatch(/-(before|late)\b/);
    each((await after.post(`/v2/me/${path}`, data(`${userId}-again`))).status).toBe(200);
  },
);
