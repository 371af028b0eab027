import type { DescService } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { ActivityService } from "@parley/contracts/activity";
import { NotificationsService } from "@parley/contracts/notifications";
import { operations } from "@parley/gateway/operations";
import { createRpcClient, createRpcTransport } from "@parley/rpc";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let workspace: Workspace;
let customer: Customer;
const transports: ReturnType<typeof createRpcTransport>[] = [];

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
  customer = workspace.customer;
  // Only entries that the tests add themselves are in inboxes.
  await customer.data("/v2/workspace/apikeyconfig/update", { notifyOfComments: false });
  const place = { organizationId: "acme", users: [{ userId: "rich", name: "Rich", email: "rich@acme.example", title: "Boss" }] };
  await customer.data("/v2/users/add", { ...place, createOrganization: true });
  await customer.data("/v2/users/add", { ...place, documentId: "plan", createDocument: true });
});

afterAll(async () => {
  await Promise.all(transports.map((transport) => transport.close()));
  await parley?.stop();
});

function clientOf<Service extends DescService>(app: string, service: Service): Client<Service> {
  const transport = createRpcTransport({ baseUrl: `http://127.0.0.1:${parley.rpcPorts.get(app)}`, tokens: [parley.serviceToken] });
  transports.push(transport);
  return createRpcClient(service, transport);
}

const rich = { userId: "rich" };

test("all data of a user is returned once, page by page, during other writes", async () => {
  const activity = clientOf("activity", ActivityService);
  const notifications = clientOf("notifications", NotificationsService);
  const document = { apiKeyId: workspace.apiKey, organizationId: "acme", documentId: "plan" };
  const comment = (n: number) => ({
    comment: { commentId: `c${n}`, text: `Comment ${n}` },
    author: n % 2 === 0 ? rich : { userId: "other" },
  });
  await activity.addCommentAnnotations({
    ...document,
    annotations: [{ annotation: { annotationId: "a", assignee: rich }, comments: Array.from({ length: 230 }, (_, n) => comment(n)) }],
  });
  for (let n = 0; n < 5; n++) {
    await notifications.addNotification({
      ...document,
      notificationId: `n${n}`,
      actionUser: { userId: "other" },
      displayHeadlineMessageTemplate: "Hello",
      notifyUsers: [rich],
    });
  }

  const pages: HttpResult[] = [];
  for (let pageToken: string | null | undefined; pageToken !== null; ) {
    const { body } = await customer.post("/v2/users/data/get", {
      organizationId: "acme",
      userId: "rich",
      ...(pageToken === undefined ? {} : { pageToken }),
    });
    pages.push(body.result);
    pageToken = body.result.nextPageToken as string | null;
    if (pages.length === 1) await activity.addComments({ ...document, annotationId: "a", comments: [comment(1_000)] });
  }

  const ids = pages.flatMap(({ data }) => data.comments.map(({ commentId }) => commentId));
  expect(pages[0]?.data.comments).toHaveLength(100);
  // All comments of the annotation are listed, because it is assigned to the user.
  expect([...ids].sort()).toEqual([...Array.from({ length: 230 }, (_, n) => `c${n}`), "c1000"].sort());
  expect(pages.map(({ data }) => data.notifications.length)).toEqual([5, 0, 0]);
  expect(pages[0]).toMatchObject({
    status: "success",
    data: { reactions: [], recordings: [] },
    userProfile: {
      userId: "rich",
      name: "Rich",
      email: "rich@acme.example",
      metadata: { title: "Boss" },
      organizations: ["acme"],
      documents: ["plan"],
      folders: [],
    },
  });
  expect(pages.slice(1).some((page) => "userProfile" in page)).toBe(false);
});

interface HttpResult {
  readonly data: Record<"comments" | "reactions" | "recordings" | "notifications", { commentId?: string }[]>;
  readonly nextPageToken: string | null;
}

test("an unknown user has four empty lists", async () => {
  const { body } = await customer.post("/v2/users/data/get", { organizationId: "acme", userId: "nobody" });

  expect(body.result).toEqual({
    status: "success",
    message: "User data retrieved.",
    data: { comments: [], reactions: [], recordings: [], notifications: [] },
    userProfile: null,
    nextPageToken: null,
    pageToken: null,
  });
});

test("errors contain the HTTP status as a number", async () => {
  const { body } = await customer.post("/v2/users/data/get", { organizationId: "acme", userId: "rich", pageToken: "nonsense" });

  expect(body.error).toMatchObject({ status: "INVALID_ARGUMENT", code: 400 });
});

test("too many ids, no ids and invalid ids are refused", async () => {
  const path = "/v2/users/data/delete";

  const answers = [
    await customer.post(path, { userIds: [] }),
    await customer.post(path, {}),
    await customer.post(path, { userIds: Array.from({ length: 1_001 }, (_, n) => `u${n}`) }),
    await customer.post(path, { userIds: ["a\u0000"] }),
    await customer.post(path, { userIds: ["a"], organizationIds: [""] }),
    await customer.post(path, { userIds: ["a"], organizationIds: [] }),
    await customer.post(path, { userIds: ["a"], organizationId: "acme" }),
  ];

  expect(answers.map(({ status: http }) => http)).toEqual([400, 400, 400, 400, 400, 400, 400]);
  expect(operations.find((operation) => operation.path === path)?.successStatus).toBe(202);
});
