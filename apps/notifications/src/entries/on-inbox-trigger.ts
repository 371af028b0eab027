import type { Client } from "@connectrpc/connect";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import type { UsersService } from "@parley/contracts/users";
import type { Db } from "@parley/database";
import { type Arrival, batchConsumer, type Consumer, type ReceivedEvent } from "@parley/messaging";
import type { Quota } from "@parley/runtime";
import { messages } from "../messages.ts";
import { insertNotification } from "../notifications/rows/notifications.store.ts";
import { ContactWays } from "../webhooks/bodies/contact-ways.ts";
import { deleteEntries, moveEntries, notifiedUsers, rewriteEntries } from "./entries.store.ts";
import { type Candidate, candidatesOf, entriesOf, excerptOf, locationOf } from "./entries-of.ts";
import { sweepWork } from "./sweep-worker.ts";

type Received = ReceivedEvent<typeof webhookTriggersTopic.message>;

const deletedTogether = 1_000;
const askedTogether = 1_000;
const askTimeoutMs = 2_000;
// Of an event, which has at most one for each kind of recipient and thousand users.
const usualEntries = 3;

interface InboxContext {
  readonly users: Client<typeof UsersService>;
  readonly quota: Quota;
}

/**
 * Puts comments and assignments into the inboxes of those whom they concern, and keeps the entries as the comments are: rewritten, moved and
 * deleted with them. Beyond the API key's quota of notifications there are no entries.
 */
export function onInboxTrigger({ users, quota }: InboxContext): Consumer {
  return batchConsumer(
    webhookTriggersTopic,
    async (tx, arrivals: readonly Arrival<typeof webhookTriggersTopic.message, readonly Candidate[]>[]) => {
      const places = arrivals.flatMap(({ event: { message }, prepared }) =>
        prepared.map(({ user: { userId } }) => ({ ...message, userId })),
      );
      const ways = await ContactWays.read(tx, places);
      for (const { event, prepared } of arrivals) {
        await follow(tx, event);
        const wanting = prepared.filter((candidate) => ways.of(event.message, candidate).inbox);
        if (wanting.length > 0) await addEntries(tx, quota, event, wanting);
      }
    },
    {
      prepare: async (event) => {
        const candidates = event.message.notifiesInboxes ? candidatesOf(event) : [];
        if (candidates.length === 0) return [];
        await quota.prepare(event.message.apiKeyId, usualEntries);
        return membersAmong(users, event, candidates);
      },
    },
  );
}

/**
 * Those who are users of the organization. Who was deleted is none at once, and so is not named anew while the removal is on its way. When
 * the users service does not respond all count: they are asked for again at every reading.
 */
async function membersAmong(
  users: Client<typeof UsersService>,
  { message: { apiKeyId, organizationId } }: Received,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const members: Candidate[] = [];
  for (let from = 0; from < candidates.length; from += askedTogether) {
    const some = candidates.slice(from, from + askedTogether);
    const request = { apiKeyId, organizationId, userIds: some.map(({ user: { userId } }) => userId) };
    const answer = await users.resolveUsers(request, { timeoutMs: askTimeoutMs }).catch(() => undefined);
    const found = new Set(answer?.users.filter(({ inOrganization }) => inOrganization).map(({ userId }) => userId));
    members.push(...some.filter(({ user: { userId } }) => answer === undefined || found.has(userId)));
  }
  return members;
}

/** What becomes of entries that exist. */
async function follow(tx: Db, { message }: Received): Promise<void> {
  const { apiKeyId, organizationId, documentId, annotationId, commentId } = message;
  const thread = { apiKeyId, organizationId, documentId, annotationId };
  switch (message.trigger) {
    case "comment.update":
      return rewriteEntries(tx, { ...thread, commentId, bodyMessage: excerptOf(message) });
    case "comment.delete":
      return removeEntries(tx, { ...thread, commentId });
    case "comment_annotation.delete":
      return removeEntries(tx, thread);
    case "comment_annotation.update":
      return moveEntries(tx, { ...thread, location: JSON.stringify(locationOf(message)) });
  }
}

async function removeEntries(tx: Db, of: Parameters<typeof deleteEntries>[1]): Promise<void> {
  let removed = 0;
  for (;;) {
    const some = await deleteEntries(tx, of, deletedTogether);
    removed += some;
    if (some < deletedTogether) break;
  }
  if (removed > 0) await messages.addWork(tx, sweepWork.kind, [sweepWork.begin(of.apiKeyId)]);
}

async function addEntries(tx: Db, quota: Quota, event: Received, candidates: readonly Candidate[]): Promise<void> {
  const { message } = event;
  const userIds = candidates.map(({ user: { userId } }) => userId);
  // An edit tells those whom it tags, unless they have an entry about the comment already.
  const told = message.trigger === "comment.update" ? await notifiedUsers(tx, { ...message, userIds }) : new Set<string>();
  const fresh = candidates.filter(({ user: { userId } }) => !told.has(userId));
  const insert = async (granted: ReturnType<typeof entriesOf>) => {
    let added = 0;
    for (const entry of granted) if ((await insertNotification(tx, entry)) !== undefined) added++;
    return added;
  };
  await quota.admit(message.apiKeyId, entriesOf(event, fresh), (granted) => insert([...granted]), Number);
}
