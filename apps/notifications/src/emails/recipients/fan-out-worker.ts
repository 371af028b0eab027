import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@connectrpc/connect";
import type { UsersService } from "@parley/contracts/users";
import type { Database } from "@parley/database";
import { documentSubject, locationNameSubject, locationSubject, organizationSubject } from "@parley/erasure";
import { backoffMs, type JsonObject } from "@parley/kernel";
import { failpoint, type Lease, type NewWork, type Worker } from "@parley/messaging";
import type { StoredUser } from "../../notifications/rows/stored-user.ts";
import type { EmailConfigs } from "../config/email-configs.ts";
import { insertItems, type NewItems } from "../queue/new-emails.store.ts";
import { type FanOutRow, selectFanOut } from "./fan-out.store.ts";

interface FanOutContext {
  readonly database: Database;
  readonly configs: EmailConfigs;
  readonly users: Client<typeof UsersService>;
  readonly quietMs: number;
  readonly maxQuietMs: number;
}

/** The progress of a fan-out: first through the named users, then page by page through the users of the organization. */
interface Progress {
  readonly ref: number;
  /** The number of named users processed. `page` is used after all of them have been processed. */
  readonly named: number;
  readonly page: string;
}

const kind = "email-fan-out";
// A chunk is a transaction. After it the fan-out pauses for as long as the chunk took, so that it uses at most half of its resources.
const chunkUsers = 100;
const longestRestMs = 1_000;
const askTimeoutMs = 5_000;
const longestRetryMs = 60_000;

export const fanOutWork = {
  kind,
  begin: (apiKeyId: string, ref: number): NewWork => ({
    apiKeyId,
    payload: JSON.stringify({ ref, named: 0, page: "" } satisfies Progress),
  }),
};

/** Begins the mails of a notification for all its recipients, in chunks; a process that takes over continues after the last chunk. */
export function fanOutWorker(context: FanOutContext): Worker {
  return {
    kind,
    // Pool connections that fan-outs may use at a time.
    concurrency: 2,
    perKey: 1,
    handle: async (lease) => {
      let progress: Progress | undefined = JSON.parse(lease.payload) as Progress;
      while (progress !== undefined) {
        lease.signal.throwIfAborted();
        const startedMs = performance.now();
        progress = await nextChunk(context, lease, progress);
        const restMs = Math.min(longestRestMs, performance.now() - startedMs);
        if (progress !== undefined) await delay(restMs, undefined, { signal: lease.signal });
      }
    },
    retryAfterMs: (attempts) => backoffMs(attempts, longestRetryMs, 1_000),
  };
}

async function nextChunk(context: FanOutContext, lease: Lease, progress: Progress): Promise<Progress | undefined> {
  const { database, configs } = context;
  const { apiKeyId } = lease;
  const config = await configs.of(apiKeyId);
  const notification =
    config !== "none" && (config === "unknown" || config.isOn) ? await selectFanOut(database, apiKeyId, progress.ref) : undefined;
  if (notification === undefined) return undefined;
  const { userIds, next } = await recipientsOf(context, apiKeyId, notification, progress);
  await database.transaction(async (tx) => {
    if (userIds.length > 0) await insertItems(tx, itemsOf(context, apiKeyId, progress.ref, notification, userIds));
    if (next === undefined) await lease.finish(tx);
    else await lease.save(tx, JSON.stringify(next));
    failpoint("email.before-fan-out-commit");
  });
  failpoint("email.after-fan-out-commit");
  return next;
}

async function recipientsOf({ users }: FanOutContext, apiKeyId: string, notification: FanOutRow, progress: Progress) {
  const named = (JSON.parse(notification.notifyUsers) as StoredUser[]).map(({ userId }) => userId);
  const actor = (JSON.parse(notification.actionUser) as StoredUser).userId;
  const withoutActor = (ids: readonly string[]) => ids.filter((userId) => userId !== actor);
  if (progress.named < named.length) {
    const done = progress.named + chunkUsers;
    const hasNext = done < named.length || notification.notifyAll;
    return { userIds: withoutActor(named.slice(progress.named, done)), next: hasNext ? { ...progress, named: done } : undefined };
  }
  if (!notification.notifyAll) return { userIds: [], next: undefined };
  const page = { apiKeyId, organizationId: notification.organizationId, pageSize: chunkUsers, pageToken: progress.page };
  const found = await users.findUsers(page, { timeoutMs: askTimeoutMs });
  const isNamed = new Set(named);
  const others = found.users.map(({ userId }) => userId).filter((userId) => !isNamed.has(userId));
  return { userIds: withoutActor(others), next: found.nextPageToken === "" ? undefined : { ...progress, page: found.nextPageToken } };
}

function itemsOf(
  { quietMs, maxQuietMs }: FanOutContext,
  apiKeyId: string,
  notificationRef: number,
  { organizationId, documentId, actionUser, sourceData, createdAtMs }: FanOutRow,
  userIds: readonly string[],
): NewItems {
  const source = JSON.parse(sourceData) as JsonObject;
  const actor = JSON.parse(actionUser) as StoredUser;
  return {
    apiKeyId,
    organizationId,
    documentId,
    notificationRef,
    userIds,
    quietMs,
    maxQuietMs,
    // The mail is then shared with other events of the thread.
    annotationId: idOf(source.annotationId) ?? idOf(source.targetAnnotationId) ?? "",
    commentId: idOf(source.commentId) ?? "",
    kinds: userIds.map(() => "notification"),
    directed: userIds.map(() => true),
    actorId: actor.userId,
    actorName: actor.name ?? "",
    text: "",
    writtenAtMs: createdAtMs,
    subjects: [organizationSubject(organizationId), documentSubject(documentId), ...locationsOf(source)].join("\n"),
  };
}

// The same locations as in `erasure/erasers.ts`.
function locationsOf(source: JsonObject): string[] {
  const location = (
    typeof source.location === "object" && source.location !== null && !Array.isArray(source.location) ? source.location : {}
  ) as JsonObject;
  const ids = [location.id, source.locationId].flatMap((id) => idOf(id) ?? []);
  const names = [location.locationName, source.locationName].flatMap((name) => idOf(name) ?? []);
  return [...ids.map(locationSubject), ...names.map(locationNameSubject)].filter((word) => !word.includes("\n"));
}

function idOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" && value.length <= 256 && !/\p{Cc}/u.test(value) ? value : undefined;
}
