import { once } from "node:events";
import type { Client } from "@connectrpc/connect";
import { InboxService } from "@parley/contracts/notifications";
import { createRpcClient, createRpcTransport } from "@parley/rpc";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

// An internal service that acts for users, against separate processes: a place that the customer's server disables is closed to it within 5
// s.
const bound = 5_000;

let parley: Parley;
let customer: Customer;
let transport: ReturnType<typeof createRpcTransport>;
let inbox: Client<typeof InboxService>;
let user: { apiKeyId: string; organizationId: string; userId: string };

beforeAll(async () => {
  parley = await startParley("separate");
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  customer = workspace.customer;
  transport = createRpcTransport({ baseUrl: `http://127.0.0.1:${parley.rpcPorts.get("notifications")}`, tokens: [parley.serviceToken] });
  inbox = createRpcClient(InboxService, transport);
  user = { apiKeyId: workspace.apiKey, organizationId: "acme", userId: "bob" };
  await customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "bob" }], createOrganization: true });
  for (const documentId of ["welcome", "roadmap"]) {
    await customer.data("/v1/notifications/add", {
      organizationId: "acme",
      documentId,
      notificationId: `in-${documentId}`,
      actionUser: { userId: "alice" },
      displayHeadlineMessageTemplate: "Hello",
      notifyAll: true,
      createDocument: true,
    });
  }
});

afterAll(async () => {
  await transport?.close();
  await parley?.stop();
});

/** The notifications in a user's inbox, or the reason of the refusal. */
async function seen(documentId = ""): Promise<string> {
  const answer = await inbox.readInbox({ ...user, documentId }).catch((error) => error.failure);
  return answer.items?.map(({ notificationId }: { notificationId: string }) => notificationId).join(" ") ?? answer.reason;
}

/** Fails unless the user gets this result within the bound. */
async function expectSoon(expected: string, documentId?: string): Promise<void> {
  await until(async () => (await seen(documentId)) === expected, bound);
}

test("a disabled document is closed within 5 s, in its own inbox and in that of the organization, and opens again", async () => {
  const disable = (disabled: boolean) =>
    customer.data("/v2/organizations/documents/access/disablestate/update", { organizationId: "acme", documentIds: ["roadmap"], disabled });
  expect(await seen()).toBe("in-roadmap in-welcome");
  expect(await seen("roadmap")).toBe("in-roadmap");

  await disable(true);
  await expectSoon("access_disabled", "roadmap");
  await expectSoon("in-welcome");
  await disable(false);
  await expectSoon("in-roadmap", "roadmap");
  await expectSoon("in-roadmap in-welcome");
});

test("a disabled organization is closed within 5 s, and opens again", async () => {
  const disable = (disabled: boolean) =>
    customer.data("/v1/organizations/access/disablestate/update", { organizationIds: ["acme"], disabled });

  await disable(true);
  await expectSoon("access_disabled");
  const marked = await inbox.markRead({ ...user, notificationIds: ["in-welcome"] }).catch((error) => error.failure);
  await disable(false);

  expect(marked).toMatchObject({ kind: "permission_denied", reason: "access_disabled" });
  await expectSoon("in-roadmap in-welcome");
});

// This test is last, because the directory does not come back.
test("after the directory stops, users have access for at most 5 s more, and then get UNAVAILABLE", async () => {
  expect(await seen()).toBe("in-roadmap in-welcome");
  const directory = parley.processOf("organization-directory");
  const exited = once(directory, "exit");
  directory.kill("SIGKILL");
  await exited;

  expect(["in-roadmap in-welcome", "dependency_unavailable"]).toContain(await seen());
  await expectSoon("dependency_unavailable");
});
