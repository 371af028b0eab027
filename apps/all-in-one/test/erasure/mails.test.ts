import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";

const place = { organizationId: "acme", documentId: "welcome" };
const gone = { userId: "gone", name: "Gone Green", email: "gone@acme.example" };
const bob = { userId: "bob", name: "Bob Brown", email: "bob@acme.example" };

test("a mail about acts of an erased user is not sent, even if it may already be composed", async () => {
  await using parley = await startParley("all-in-one", { PARLEY_EMAIL_QUIET_MS: "600000" });
  const { customer } = await createWorkspace(parley.url, parley.adminToken);
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    createOrganization: true,
    documents: [{ documentId: "welcome" }],
  });
  await customer.data("/v2/users/add", { organizationId: "acme", users: [gone, bob] });
  const emailServiceConfig = { type: "smtp", apiKey: "smtp://acme:secret@mail.example.invalid:465", fromEmail: "parley@acme.example" };
  await customer.data("/v2/workspace/emailconfig/update", { useEmailService: true, emailServiceConfig });
  const commentData = [
    { commentId: "one", from: gone, commentText: "Look, @Bob", taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: bob }] },
  ];
  await customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: [{ annotationId: "told", commentData }] });
  const fences = () =>
    querySql<{ fence: string }>(
      parley.databaseUrl,
      `select q.fence::text from notifications.email_queue q join notifications.emails e using (api_key_id, email_id) where e.user_id = 'bob'`,
    );
  const items = "select from notifications.email_items where actor_id = 'gone'";
  await until(async () => (await querySql(parley.databaseUrl, items)).length === 1 && (await fences()).length === 1);
  const before = await fences();

  const { jobId } = await customer.data("/v2/users/data/delete", { userIds: ["gone"] });
  await until(async () => (await customer.data("/v1/users/data/delete/status", { jobId })).isDeleteCompleted, 20_000);

  expect(await querySql(parley.databaseUrl, items)).toEqual([]);
  const after = await fences();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
}, 60_000);
