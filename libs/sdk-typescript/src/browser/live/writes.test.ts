import { expect, test } from "vitest";
import { connectionError, PermissionDeniedError } from "../../errors/errors.ts";
import type { LiveThread } from "./live-thread.ts";
import { withComment, withFields, withReaction, withThread } from "./thread-edits.ts";
import { type Write, Writes } from "./writes.ts";

const ada = { userId: "ada", name: "Ada" };
const grace = { userId: "grace", name: "Grace" };

test("an add is shown at once and never twice, whether the server's change comes before or after the confirmation", async () => {
  const { writes, sent } = stage();
  const added = writes.add(adding("c2", sent));
  expect(shownIn(writes, thread("c1"))).toEqual(["c1", "c2 sending"]);

  writes.told("t", thread("c1", "c2"));
  expect(shownIn(writes, thread("c1", "c2"))).toEqual(["c1", "c2"]);
  sent.shift()?.resolve();
  await added;

  const late = writes.add(adding("c3", sent));
  sent.shift()?.resolve();
  await late;
  expect(shownIn(writes, thread("c1", "c2"))).toEqual(["c1", "c2", "c3"]);
  writes.told("t", thread("c1", "c2", "c3"));

  // Another user has deleted the comment since.
  expect(shownIn(writes, thread("c1"))).toEqual(["c1"]);
});

test("a change that arrives after a write was confirmed may be older than the write; the next change of the thread ends it", async () => {
  const { writes, sent } = stage();
  const added = writes.add(adding("c2", sent));
  sent.shift()?.resolve();
  await added;

  writes.told("t", thread("c1", "other"));
  expect(shownIn(writes, thread("c1", "other"))).toEqual(["c1", "other", "c2"]);
  // Another user has deleted the comment meanwhile.
  writes.told("t", thread("c1", "other"));

  expect(shownIn(writes, thread("c1", "other"))).toEqual(["c1", "other"]);
});

test("writes to one thread are sent in order; writes to other threads are sent at the same time", async () => {
  const { writes, sent } = stage();
  const first = writes.add(adding("c1", sent));
  const second = writes.add(adding("c2", sent));
  void writes.add({ ...adding("c3", sent), threadId: "other" });
  expect(sent.map(({ name }) => name)).toEqual(["c1", "c3"]);

  sent[0]?.resolve();
  await first;
  expect(sent.map(({ name }) => name)).toEqual(["c1", "c3", "c2"]);
  sent[2]?.resolve();

  await second;
});

test("a new thread and its comment wait, and are refused, together", async () => {
  const { writes, sent } = stage();
  const added = writes.add({ threadId: "t", ...withThread(thread("c1")), send: waitingIn(sent, "t"), isAdd: true });
  const shown = () => writes.over("t", undefined);
  const states = () => [shown()?.pending?.state, shown()?.comments[0]?.pending?.state];
  expect(states()).toEqual(["sending", "sending"]);

  sent.shift()?.reject(connectionError("There is no network.", undefined));
  await settled();
  expect(states()).toEqual(["waiting", "waiting"]);
  writes.resume();
  sent.shift()?.reject(new PermissionDeniedError(refusal));
  await expect(added).rejects.toThrow();
  expect(states()).toEqual(["refused", "refused"]);
  shown()?.comments[0]?.pending?.discard();

  expect(shown()).toBeUndefined();
});

test("a refused add stays with its reason until it is discarded or sent again; any other refused write is undone and rejects", async () => {
  const { writes, sent } = stage();
  const refused = new PermissionDeniedError(refusal);
  const added = writes.add(adding("c2", sent));
  sent.shift()?.reject(refused);
  await expect(added).rejects.toBe(refused);
  expect(shownIn(writes, thread("c1"))).toEqual(["c1", "c2 refused"]);

  pendingOf(writes, "c2")?.retry();
  expect(sent).toHaveLength(1);
  sent.shift()?.reject(refused);
  await settled();
  pendingOf(writes, "c2")?.discard();
  expect(shownIn(writes, thread("c1"))).toEqual(["c1"]);

  const resolved = { status: { id: "RESOLVED", name: "Resolved", type: "terminal", color: "green" } } as const;
  const updated = writes.add({ threadId: "t", ...withFields(resolved), send: waitingIn(sent, "status") });
  expect(writes.over("t", thread("c1"))?.status.id).toBe("RESOLVED");
  sent.shift()?.reject(refused);

  await expect(updated).rejects.toBe(refused);
  expect(writes.over("t", thread("c1"))?.status.id).toBe("OPEN");
});

test("a write without a connection waits, and so do later writes to its thread; they are sent once there is a connection", async () => {
  const { writes, sent } = stage();
  const first = writes.add(adding("c1", sent));
  const second = writes.add(adding("c2", sent));
  sent.shift()?.reject(connectionError("There is no network.", undefined));
  await settled();
  expect(shownIn(writes, thread())).toEqual(["c1 waiting", "c2 sending"]);
  expect(sent).toEqual([]);

  writes.resume();
  sent.shift()?.resolve();
  await first;
  sent.shift()?.resolve();

  await second;
});

test("a refused write is retried with a new idempotency key, a write that found no connection with its old one", async () => {
  const { writes } = stage();
  const keys: string[] = [];
  const failures = [connectionError("There is no network.", undefined), new PermissionDeniedError(refusal), undefined];
  const send: Write["send"] = async ({ idempotencyKey }) => {
    keys.push(idempotencyKey);
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  };
  writes.add({ threadId: "t", ...withComment(comment("c2")), send, isAdd: true }).catch(() => undefined);
  await settled();

  writes.resume();
  await settled();
  pendingOf(writes, "c2")?.retry();
  await settled();

  expect([keys.length, keys[0] === keys[1], keys[1] === keys[2]]).toEqual([3, true, false]);
});

test("a reaction that is added and removed before either is confirmed is not shown", async () => {
  const { writes, sent } = stage();
  void writes.add({ threadId: "t", ...withReaction("c1", "👍", ada, true), send: waitingIn(sent, "on") });
  void writes.add({ threadId: "t", ...withReaction("c1", "👍", ada, false), send: waitingIn(sent, "off") });
  const others = {
    ...thread("c1"),
    comments: [
      { ...comment("c1"), reactionAnnotations: [{ annotationId: "c1/👍", icon: "👍", fromUsers: [{ from: grace, lastUpdated: 1 }] }] },
    ],
  };

  expect(
    writes.over("t", others)?.comments[0]?.reactionAnnotations.flatMap(({ fromUsers }) => fromUsers.map(({ from }) => from.userId)),
  ).toEqual(["grace"]);
});

interface Sent {
  readonly name: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const nothing = { requestId: "", code: undefined, details: undefined, retryAfterMs: undefined, replayed: false };
const refusal = { ...nothing, status: "PERMISSION_DENIED", httpStatus: 403, message: "Viewers only read." } as const;

function stage() {
  const sent: Sent[] = [];
  return { sent, writes: new Writes(() => undefined) };
}

/** A request that the test answers. */
function waitingIn(sent: Sent[], name: string): Write["send"] {
  return () => new Promise<void>((resolve, reject) => void sent.push({ name, resolve, reject }));
}

function adding(commentId: string, sent: Sent[]): Write {
  return { threadId: "t", ...withComment(comment(commentId)), send: waitingIn(sent, commentId), isAdd: true };
}

function comment(commentId: string): LiveThread["comments"][number] {
  const texts = { commentText: commentId, commentHtml: "", taggedUserContacts: [], attachments: [], metadata: {}, reactionAnnotations: [] };
  const empty = { reactionAnnotationIds: [], recorders: [], customList: [], toOrganizationUserGroup: [] };
  return { commentId, from: ada, type: "text", status: "added", ...texts, ...empty, createdAt: 1, lastUpdated: 1, editedAt: null };
}

function thread(...commentIds: string[]): LiveThread {
  const place = { organizationId: "acme", documentId: "welcome" };
  return {
    ...place,
    annotationId: "t",
    status: { id: "OPEN", name: "OPEN", type: "default", color: "" },
    location: null,
    from: ada,
    involvedUserIds: [],
    mentionedUserIds: [],
    commentCategories: [],
    iam: {},
    comments: commentIds.map(comment),
    createdAt: 1,
    lastUpdated: 1,
    metadata: { apiKey: "", ...place },
  };
}

function shownIn(writes: Writes, of: LiveThread): string[] {
  return (writes.over("t", of)?.comments ?? []).map(({ commentId, pending }) => [commentId, pending?.state].filter(Boolean).join(" "));
}

function pendingOf(writes: Writes, commentId: string) {
  return writes.over("t", thread())?.comments.find((each) => each.commentId === commentId)?.pending;
}

/** Resolves after the callbacks of settled promises have run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
