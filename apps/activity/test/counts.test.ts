import { NotificationsService } from "@parley/contracts/notifications";
import { Failure } from "@parley/kernel";
import { defineModule, port, withConstants } from "@parley/runtime";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Activity, alice, bob, carol, startActivity, welcome } from "./activity.ts";

let activity: Activity;
/** The unread threads according to the notifications service; undefined when it does not respond. */
let unread: readonly { readonly documentId: string; readonly annotationId: string }[] | undefined;
let asked = 0;

const notifications = defineModule({
  name: "notifications",
  config: {},
  serves: { services: [NotificationsService], port: port("PARLEY_NOTIFICATIONS_PORT", { description: "Stand-in.", default: 0 }) },
  uses: [],
  async mount(host) {
    const listUnreadThreads = async () => {
      asked++;
      if (unread === undefined) throw new Failure("unavailable", "The stand-in does not answer.");
      return { threads: unread };
    };
    host.serve(NotificationsService, { listUnreadThreads } as never);
  },
});

beforeAll(async () => {
  activity = await startActivity({ ...withConstants({ maxScannedRows: 10 }) }, [notifications]);
  activity.surroundings.open("pk_test_1", "acme", "welcome", "roadmap", "large", "empty");
  activity.surroundings.open("pk_test_1", "other", "welcome");
  await add("welcome", "by-alice", "OPEN", alice);
  await add("welcome", "tags-bob", "OPEN", alice, { taggedUsers: [bob] });
  await add("welcome", "of-bob", "DONE", carol, {}, bob);
  await add("roadmap", "by-bob", "__proto__", bob);
  for (let index = 0; index < 12; index++) await add("large", `large-${index}`, "OPEN", bob);
  await add("welcome", "elsewhere", "OPEN", bob, {}, bob, "other");
});

afterAll(() => activity?.[Symbol.asyncDispose]());

beforeEach(() => {
  unread = [];
  asked = 0;
});

async function add(
  documentId: string,
  annotationId: string,
  status: string,
  author: object,
  more = {},
  assignee?: object,
  organizationId = "acme",
) {
  const annotation = { annotationId, status, ...(assignee === undefined ? {} : { assignee }) };
  const comments = [{ author, comment: { text: annotationId, ...more } }];
  const annotations = [{ annotation, comments }];
  await activity.administration.addCommentAnnotations({ ...welcome, organizationId, documentId, annotations } as never);
}

async function counts(documentIds: string[], more: { userId?: string; statuses?: string[] } = {}, apiKeyId: string = welcome.apiKeyId) {
  const { documents } = await activity.administration.countCommentAnnotations({ apiKeyId, organizationId: "acme", documentIds, ...more });
  return documents.map(({ documentId, total, statuses, hasMore, mine, unread: unreadCount }) => {
    const found = statuses.map(({ status, count }) => `${status} ${count}`).sort();
    return { documentId, total, found, hasMore, mine, unread: unreadCount };
  });
}

const none = { total: 0, found: [], hasMore: false, mine: undefined, unread: undefined };

test("documents are counted by status, in the order of the request, each once; missing ones have no annotations", async () => {
  expect(await counts(["roadmap", "welcome", "nowhere", "welcome"])).toEqual([
    { ...none, documentId: "roadmap", total: 1, found: ["__proto__ 1"] },
    { ...none, documentId: "welcome", total: 3, found: ["DONE 1", "OPEN 2"] },
    { ...none, documentId: "nowhere" },
  ]);
  expect(asked).toBe(0);
  expect(await counts(["welcome"], {}, "pk_test_2")).toEqual([{ ...none, documentId: "welcome" }]);
});

test("a user's threads are those that the user wrote in, is tagged in or is assigned to", async () => {
  const documents = ["welcome", "roadmap"];

  expect((await counts(documents, { userId: "bob" })).map(({ mine }) => mine)).toEqual([2, 1]);
  expect((await counts(documents, { userId: "nobody" })).map(({ mine }) => mine)).toEqual([0, 0]);
});

test("statuses restrict every count", async () => {
  unread = ["by-alice", "of-bob"].map((annotationId) => ({ documentId: "welcome", annotationId }));

  expect(await counts(["welcome"], { userId: "bob", statuses: ["DONE", "NONE"] })).toEqual([
    { documentId: "welcome", total: 1, found: ["DONE 1"], hasMore: false, mine: 1, unread: 1 },
  ]);
});

test("a deleted thread that is still in the inbox is not counted as unread", async () => {
  unread = [
    { documentId: "welcome", annotationId: "by-alice" },
    { documentId: "welcome", annotationId: "deleted" },
    { documentId: "roadmap", annotationId: "of-bob" },
  ];

  expect((await counts(["welcome", "roadmap"], { userId: "bob" })).map((each) => each.unread)).toEqual([1, 0]);
});

test("the count of a large document stops at the number of rows that a page scans, and the answer says so", async () => {
  expect(await counts(["large"], { userId: "bob" })).toEqual([
    { documentId: "large", total: 11, found: ["OPEN 11"], hasMore: true, mine: 10, unread: 0 },
  ]);
});

// This test is last, because the service does not ask again for two seconds after the timeout.
test("while inboxes do not respond, the counts omit unread threads", async () => {
  unread = undefined;

  expect(await counts(["welcome"], { userId: "bob" })).toMatchObject([{ total: 3, mine: 2, unread: undefined }]);
  expect(await counts(["welcome"], { userId: "bob" })).toMatchObject([{ total: 3, mine: 2, unread: undefined }]);
  expect(asked).toBe(1);
});
