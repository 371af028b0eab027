import { create } from "@bufbuild/protobuf";
import { type Removal, RemovalSchema } from "@parley/contracts/erasure";
import type { Db } from "@parley/database";
import { type Cursor, cutPage, decodeCursor, encodeCursor } from "@parley/kernel";
import type { ListedJob, ListedJobs } from "./listed-jobs.ts";

/** Selects erasures of an API key; in the API they are called removals. */
export interface ListRemovalsRequest {
  readonly apiKeyId: string;
  readonly jobId: string;
  readonly openOnly: boolean;
  readonly pageSize: number;
  readonly pageToken: string;
}

/** A page of the erasures, newest first. */
export interface RemovalsPage {
  readonly removals: Removal[];
  readonly nextPageToken: string;
}

const defaultSize = 25;
// Greater than any id, because ids are ASCII.
const afterEveryId = "\u{10ffff}";

/** A page of the erasures of an API key. Fails with INVALID_ARGUMENT for a page token that no owner returned. */
export async function listRemovals(db: Db, listed: ListedJobs, request: ListRemovalsRequest): Promise<RemovalsPage> {
  const { apiKeyId, jobId, openOnly, pageSize, pageToken } = request;
  const size = pageSize || defaultSize;
  const [beforeMs = Number.MAX_SAFE_INTEGER, beforeId = afterEveryId] = decodeCursor(pageToken, ["number", "string"]) ?? [];
  const page = { apiKeyId, jobId, openOnly, beforeMs: Number(beforeMs), beforeId: String(beforeId), limit: size + 1 };
  return pageOf((await listed.page(db, page)).map(removalOf), size);
}

/** Two lists of erasures as one page: the newest of both, with the start of the next page. */
export function mergeRemovals(pages: readonly RemovalsPage[], pageSize: number): RemovalsPage {
  const size = pageSize || defaultSize;
  const all = pages.flatMap(({ removals }) => removals).toSorted(newestFirst);
  const hasMore = pages.some(({ nextPageToken }) => nextPageToken !== "");
  const shown = pageOf(all, size);
  const last = shown.removals.at(-1);
  return shown.nextPageToken === "" && hasMore && last !== undefined ? { ...shown, nextPageToken: encodeCursor(cursorOf(last)) } : shown;
}

function pageOf(removals: Removal[], size: number): RemovalsPage {
  const { shown, nextPageToken } = cutPage(removals, size, cursorOf);
  return { removals: [...shown], nextPageToken };
}

function cursorOf({ requestedAtMs, jobId }: Removal): Cursor {
  return [Number(requestedAtMs), jobId];
}

function newestFirst(left: Removal, right: Removal): number {
  return Number(right.requestedAtMs - left.requestedAtMs) || (right.jobId < left.jobId ? -1 : 1);
}

function removalOf({ requestedAtMs, rowsErased, lastTaskCompletedAtMs, tasks, ...job }: ListedJob): Removal {
  return create(RemovalSchema, {
    ...job,
    requestedAtMs: BigInt(requestedAtMs),
    rowsErased: BigInt(rowsErased),
    lastTaskCompletedAtMs: BigInt(lastTaskCompletedAtMs),
    tasks: tasks.map(taskOf),
  });
}

function taskOf(text: string) {
  const [stage = "", service = "", collection = "", done = ""] = text.split(" ");
  return { stage: Number(stage), service, collection, done: done === "true" };
}
