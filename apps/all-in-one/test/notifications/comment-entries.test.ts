import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { type NotifyingCustomer, startNotifyingCustomer } from "../support/notifying-customer.ts";

let notifying: NotifyingCustomer;
let comments = 0;

beforeAll(async () => {
  notifying = await startNotifyingCustomer();
});

afterAll(() => notifying?.parley.stop());

const place = { organizationId: "acme", documentId: "welcome" };

/** Alice adds a comment that tags a user; waits for the entry. */
async function mention(userId: string, documentId = "welcome", content?: object) {
  const { customer } = notifying;
  const annotationId = `thread-${++comments}`;
  const commentId = `comment-${comments}`;
  const commentData = [
    {
      commentId,
      from: { userId: "alice", name: "Name of alice" },
      ...(content ?? { commentText: `Number ${comments}, @${userId}.` }),
      taggedUserContacts: [{ userId, text: `@${userId}`, contact: { userId, name: `Name of ${userId}` } }],
    },
  ];
  await customer.data("/v2/commentannotations/add", { ...place, documentId, commentAnnotations: [{ annotationId, commentData }] });
  const entry = await until(async () =>
    (await entries(userId)).find(({ notificationSourceData }) => notificationSourceData.commentId === commentId),
  );
  return { annotationId, commentId, entry };
}

interface Entry {
  readonly notificationId: string;
  readonly documentId: string;
  readonly displayHeadlineMessage: string;
  readonly displayBodyMessage: string;
  readonly isRead: boolean;
  readonly notificationSourceData: { readonly annotationId: string; readonly commentId: string };
}

const entries = (userId: string): Promise<Entry[]> => notifying.customer.data("/v2/notifications/get", { organizationId: "acme", userId });

const isGone = (userId: string, { notificationId }: Entry) =>
  until(async () => !(await entries(userId)).some((entry) => entry.notificationId === notificationId), 20_000);

test("a comment that tags a user is in the user's inbox until it is deleted", async () => {
  const { annotationId, commentId, entry } = await mention("bob");
  expect(entry).toMatchObject({
    notificationId: expect.stringMatching(/^inbox_/),
    documentId: "welcome",
    displayHeadlineMessage: "Name of alice mentioned you",
    displayBodyMessage: "Number 1, @bob.",
    isRead: false,
    notificationSourceData: { kind: "tag", annotationId, commentId },
  });
  expect(await entries("alice")).toEqual([]);

  await notifying.customer.data("/v2/commentannotations/comments/delete", { ...place, annotationId, commentIds: [commentId] });

  await isGone("bob", entry);
});

test.each([
  ["HTML alone", { commentHtml: "<p>Only <b>HT</b>ML&nbsp;h&eacute;re</p><script>no()</script>" }, "Only HTML hére"],
  ["HTML of several lines", { commentHtml: "<ul><li>Fish</li><li>chips</li></ul>" }, "Fish\nchips"],
  ["attachments alone", { attachments: [{ name: "report.pdf" }, { name: "plan.png" }] }, "report.pdf, plan.png"],
  ["attachments and HTML without text", { commentHtml: "<p></p>", attachments: [{ name: "report.pdf" }] }, "report.pdf"],
])("a comment with %s is shown in the inbox as text", async (_, content, shown) => {
  const { entry } = await mention("bob", "welcome", content);

  expect(entry.displayBodyMessage).toBe(shown);
});

test("deleting a thread or disabling a document removes its entries from the inbox", async () => {
  const { customer } = notifying;
  const deleted = await mention("bob");
  const closed = await mention("bob", "roadmap");

  await customer.data("/v2/commentannotations/delete", { ...place, annotationIds: [deleted.annotationId] });
  await customer.data("/v2/organizations/documents/access/disablestate/update", {
    organizationId: "acme",
    documentIds: ["roadmap"],
    disabled: true,
  });

  await isGone("bob", deleted.entry);
  await isGone("bob", closed.entry);
});

test("a user removed from the organization no longer has the entries, and nobody has those of an erased user", async () => {
  const { customer } = notifying;
  const left = await mention("carol");
  const erased = await mention("bob");

  await customer.data("/v2/users/delete", { organizationId: "acme", userIds: ["carol"] });
  await isGone("carol", left.entry);

  await customer.data("/v2/users/data/delete", { userIds: ["alice"] });
  await isGone("bob", erased.entry);
});

test("no inbox entries are created while the API key's option is off", async () => {
  const { customer } = await createWorkspace(notifying.parley.url, notifying.parley.adminToken);
  // Set before anything is written, so that no service has cached the option.
  await customer.data("/v2/workspace/apikeyconfig/update", { notifyOfComments: false });
  const dave = { userId: "dave" };
  await customer.data("/v2/users/add", { organizationId: "acme", users: [dave], createOrganization: true });
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "welcome" }] });
  const post = async (commentText: string) => {
    const commentData = [{ from: { userId: "alice" }, commentText, taggedUserContacts: [{ userId: "dave", contact: dave }] }];
    await customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: [{ commentData }] });
  };
  const bodies = async () => {
    const found: Entry[] = await customer.data("/v2/notifications/get", { organizationId: "acme", userId: "dave" });
    return found.map(({ displayBodyMessage }) => displayBodyMessage);
  };
  await post("Unheard of.");
  await customer.data("/v2/workspace/apikeyconfig/update", { notifyOfComments: true });
  // The option takes effect everywhere within seconds.
  await until(async () => {
    await post("Heard of.");
    return (await bodies()).includes("Heard of.");
  }, 20_000);

  // Events of a document are handled in their order.
  expect(await bodies()).not.toContain("Unheard of.");
});
