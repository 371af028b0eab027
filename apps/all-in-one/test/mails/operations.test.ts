import { querySql, until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Customer, createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let customer: Customer;
let server: MailServer;

const place = { organizationId: "acme", documentId: "welcome" };
const alice = { userId: "alice", name: "Alice Adams", email: "alice@acme.example" };
const bob = { userId: "bob", name: "Bob Brown", email: "bob@acme.example" };
const carol = { userId: "carol", name: "Carol Chen", email: "carol@acme.example" };

beforeAll(async () => {
  server = await MailServer.start({ users: { acme: "secret" } });
  parley = await startParley("all-in-one", {
    PARLEY_EGRESS_ALLOW: "127.0.0.1",
    PARLEY_EGRESS_SMTP_PORTS: "1-65535",
    PARLEY_EMAIL_QUIET_MS: "0",
    PARLEY_EMAIL_RETRY_DELAYS_MS: "50",
    PARLEY_PUBLIC_URL: "https://parley.acme.example/",
  });
  ({ customer } = await createWorkspace(parley.url, parley.adminToken));
  const add = { organizationId: "acme", createOrganization: true, documents: [{ documentId: "welcome", documentName: "Welcome <b>" }] };
  await customer.data("/v2/organizations/documents/add", add);
  await customer.data("/v2/users/add", { organizationId: "acme", users: [alice, bob, carol] });
  await customer.data("/v2/workspace/apikeyconfig/update", { linkTemplate: "https://app.acme.example/{documentId}" });
});

beforeEach(async () => {
  server.received.length = 0;
  const emailServiceConfig = { type: "smtp", apiKey: server.url("acme:secret"), fromEmail: "parley@acme.example", fromCompany: "Acme" };
  await customer.data("/v2/workspace/emailconfig/update", { useEmailService: true, emailServiceConfig });
});

afterAll(async () => {
  await parley?.stop();
  await server?.stop();
});

function comment(annotationId: string, more: object = {}) {
  const commentData = [
    {
      commentId: `${annotationId}-1`,
      from: alice,
      commentText: "Look, @Bob",
      taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: bob }],
    },
  ];
  return customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: [{ annotationId, commentData, ...more }] });
}

test("the test of a configuration returns the server's response, on success and failure", async () => {
  const good = await customer.data("/v2/workspace/emailconfig/test", { to: "you@acme.example" });
  await customer.data("/v2/workspace/emailconfig/update", { emailServiceConfig: { apiKey: server.url("acme:wrong-password") } });
  const bad = await customer.data("/v2/workspace/emailconfig/test", { to: "you@acme.example" });
  await customer.data("/v2/workspace/emailconfig/update", { emailServiceConfig: { type: "default" } });
  const nobody = await customer.post("/v2/workspace/emailconfig/test", { to: "you@acme.example" });

  expect(good).toMatchObject({ success: true, response: expect.stringMatching(/^250 /), errorClass: null });
  expect(server.received).toMatchObject([{ to: "you@acme.example", user: "acme", from: "parley@acme.example" }]);
  expect(bad).toMatchObject({ success: false, response: expect.stringMatching(/^535 /), errorClass: "authentication" });
  expect(nobody.body.error).toMatchObject({ status: "FAILED_PRECONDITION" });
  expect(JSON.stringify(bad)).not.toContain("wrong-password");
});

test("a thread sends mails to tagged users and its assignee, with names, and the log shows them", async () => {
  await comment("first", { assignedTo: carol });

  const log = await ended(2);

  expect(server.received.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
    ["bob@acme.example", "Alice Adams mentioned you in “Welcome <b>”"],
    ["carol@acme.example", "Alice Adams assigned a thread to you in “Welcome <b>”"],
  ]);
  expect(server.received[0]?.html).not.toContain("Welcome <b>");
  expect(log.map(({ state, items }: { state: string; items: unknown[] }) => [state, items])).toEqual([
    ["sent", []],
    ["sent", []],
  ]);
});

test.each([
  ["HTML alone", "html", { commentHtml: "<p>Die M&uuml;nchner Stra&szlig;e, eco<mark>nomic</mark></p>" }, "Die Münchner Straße, economic"],
  ["attachments alone", "files", { attachments: [{ name: "report.pdf" }] }, "report.pdf"],
])("a mail quotes the text of a comment with %s", async (_, annotationId, content, quoted) => {
  const tagged = { taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: bob }] };
  await customer.data("/v2/commentannotations/add", {
    ...place,
    commentAnnotations: [{ annotationId, commentData: [{ commentId: `${annotationId}-1`, from: alice, ...content, ...tagged }] }],
  });

  const mail = await until(() => server.to("bob@acme.example")[0]);

  expect(mail.text).toContain(quoted);
});

test("a changed comment sends mails to newly tagged users, and not again to those tagged before", async () => {
  await comment("retagged");
  await until(() => server.to("bob@acme.example")[0]);
  const tags = [bob, carol].map((contact) => ({ userId: contact.userId, text: `@${contact.name}`, contact }));

  const updatedData = { commentText: "Look, @Bob and @Carol", taggedUserContacts: tags };
  const changed = { ...place, annotationId: "retagged", commentIds: ["retagged-1"], updatedData, actionUser: alice };
  await customer.data("/v2/commentannotations/comments/update", changed);

  const mail = await until(() => server.to("carol@acme.example")[0]);
  expect(mail.subject).toBe("Alice Adams mentioned you in “Welcome <b>”");
  expect(mail.text).toContain("Look, @Bob and @Carol");
  expect(server.to("bob@acme.example")).toHaveLength(1);
});

test("a new assignee is mailed", async () => {
  await comment("reassigned");
  await until(() => server.to("bob@acme.example")[0]);

  await customer.data("/v2/commentannotations/update", {
    ...place,
    annotationIds: ["reassigned"],
    updatedData: { assignedTo: carol },
  });

  const mail = await until(() => server.to("carol@acme.example")[0]);
  expect(mail.subject).toContain("assigned a thread to you");
});

test("a notification to all is mailed to every user except the actor, and to named users once", async () => {
  await customer.data("/v2/notifications/add", {
    ...place,
    actionUser: alice,
    displayHeadlineMessageTemplate: "{actionUser} approved it, {recipientUser}",
    displayBodyMessage: "At last.",
    notifyAll: true,
    notifyUsers: [bob],
  });

  await until(() => server.received.length >= 2);

  const mails = server.received.map(({ to, subject }) => [to, subject]).toSorted();
  expect(mails).toEqual([
    ["bob@acme.example", "Alice Adams approved it, Bob Brown"],
    ["carol@acme.example", "Alice Adams approved it, Carol Chen"],
  ]);
  expect(server.received[0]?.text).toContain("At last.");
});

test("the link to unsubscribe shows a button and changes nothing; its POST ends the mails of the document", async () => {
  await comment("noisy");
  const mail = await until(() => server.to("bob@acme.example")[0]);
  const link = /<https:\/\/parley\.acme\.example(\/unsubscribe\?token=[\w-]+)>/.exec(mail.headers["list-unsubscribe"] ?? "")?.[1] ?? "";
  const levels = async () =>
    (await customer.data("/v2/notifications/config/get", { organizationId: "acme", userId: "bob", documentIds: ["welcome"] }))[0].config;

  const page = await fetch(parley.url + link);
  const text = await page.text();
  const before = await levels();
  const click = await fetch(parley.url + link, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
  const after = await levels();
  await fetch(parley.url + link, { method: "POST", body: new URLSearchParams({ scope: "organization" }) });
  const everywhere = await customer.data("/v2/notifications/config/get", {
    organizationId: "acme",
    userId: "bob",
    getOrganizationConfig: true,
  });

  expect(mail.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(text).toContain("Unsubscribe from “Welcome &lt;b&gt;”");
  expect(before).toEqual({ inbox: "ALL", email: "ALL" });
  expect(click.status).toBe(200);
  expect(after).toEqual({ inbox: "ALL", email: "NONE" });
  expect(everywhere[0].config.email).toBe("NONE");
  await customer.data("/v2/notifications/config/set", {
    organizationId: "acme",
    userIds: ["bob"],
    config: { email: "ALL" },
  });
  await customer.data("/v2/notifications/config/set", {
    organizationId: "acme",
    userIds: ["bob"],
    documentIds: ["welcome"],
    config: { email: "ALL" },
  });
});

test("an altered link is refused, and the page accepts no other method", async () => {
  const forged = await fetch(`${parley.url}/unsubscribe?token=${"A".repeat(80)}`, { method: "POST" });
  const none = await fetch(`${parley.url}/unsubscribe`);
  const other = await fetch(`${parley.url}/unsubscribe`, { method: "PUT" });

  expect([forged.status, none.status, other.status]).toEqual([404, 404, 405]);
});

test("erased data of a user is in no queue and no log of mails; mails of others about others are kept", async () => {
  server.onRecipient = () => ({ code: 451 });
  await customer.data("/v2/workspace/emailconfig/update", { emailServiceConfig: { type: "smtp", apiKey: server.url("acme:secret") } });
  const erin = { userId: "erin", name: "Erin Ode", email: "erin@acme.example" };
  await customer.data("/v2/users/add", { organizationId: "acme", users: [erin] });
  const commentData = [
    { commentId: "e1", from: erin, commentText: "The words of erin", taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: bob }] },
    {
      commentId: "e2",
      from: carol,
      commentText: "The words of carol",
      taggedUserContacts: [{ userId: "erin", text: "@Erin", contact: erin }],
    },
  ];
  await customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: [{ annotationId: "erased", commentData }] });
  await until(async () =>
    (await customer.data("/v2/emails/get", { userId: "erin" })).some(({ state }: { state: string }) => state === "failed"),
  );

  const { jobId } = await customer.data("/v2/users/data/delete", { userIds: ["erin"] });
  await until(async () => (await customer.data("/v2/users/data/delete/status", { jobId })).isDeleteCompleted, 30_000);

  const tables = ["emails", "email_items", "email_queue", "email_suppressions"];
  const stored = await Promise.all(
    tables.map((table) => querySql<{ row: string }>(parley.databaseUrl, `select t::text as row from notifications.${table} t`)),
  );
  const all = stored
    .flat()
    .map(({ row }) => row)
    .join("\n");
  expect(all).not.toMatch(/erin/i);
  expect(all).toContain("The words of carol");
  server.onRecipient = () => undefined;
});

async function ended(count: number) {
  return until(async () => {
    const emails = await customer.data("/v2/emails/get", {});
    return emails.length >= count && emails.every(({ state }: { state: string }) => state !== "pending") ? emails : undefined;
  });
}
