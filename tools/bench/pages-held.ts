import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { OpenPage } from "./pages-page.ts";
import type { PagePlace } from "./pages-stage.ts";

/** The first message to a holder: its pages, and how many comments they add. */
export interface HeldPages {
  readonly url: string;
  readonly places: readonly PagePlace[];
  readonly commentsPerSecond: number;
}

/** The measurements since the holder was told to measure. */
export interface PagesReport {
  /** The times from when a request was due until its response. */
  readonly requestsMs: readonly number[];
  /** The times from sending a comment until it arrived at each other page of the document. */
  readonly arrivalsMs: readonly number[];
  /** The number of arrivals that did not happen. */
  readonly missing: number;
  /** The number of requests that were refused and may be repeated. */
  readonly refused: number;
}

// Opens pages in a process of its own, and reports when they are open. Each page sends a request every ten seconds, evenly spread. Between
// the messages "measure" and "report" the process records times, and then sends them.
const requestEveryMs = 10_000;
const tickMs = 5;
const atOnce = 25;
const arrivesWithinMs = 10_000;

interface Sent {
  readonly atMs: number;
  readonly by: OpenPage;
  left: number;
}

let [requestsMs, arrivalsMs]: [number[], number[]] = [[], []];
const comments = new Map<string, Sent>();
let refused = 0;

const [{ url, places, commentsPerSecond }] = (await once(process, "message")) as [HeldPages];
const pages: OpenPage[] = [];
for (let from = 0; from < places.length; from += atOnce) {
  const some = places.slice(from, from + atOnce).map((place, index) => OpenPage.open(url, place, from + index, hear));
  pages.push(...(await Promise.all(some)));
}
const pagesOfDocument = new Map([...Map.groupBy(pages, ({ document }) => document)].map(([document, { length }]) => [document, length]));
repeat(pages.length / (requestEveryMs / 1_000), request);
repeat(commentsPerSecond, comment);
process.on("message", (word) => void obey(String(word)));
process.send?.("open");

async function obey(word: string): Promise<void> {
  if (word === "measure") {
    [requestsMs, arrivalsMs] = [[], []];
    comments.clear();
    refused = 0;
    return;
  }
  const missing = () => [...comments.values()].reduce((sum, { left }) => sum + left, 0);
  for (const end = performance.now() + arrivesWithinMs; missing() > 0 && performance.now() < end; ) await delay(tickMs);
  process.send?.({ requestsMs, arrivalsMs, missing: missing(), refused } satisfies PagesReport);
}

async function request(n: number, dueMs: number): Promise<void> {
  if (!(await pages[n % pages.length]?.ask())) refused++;
  requestsMs.push(performance.now() - dueMs);
}

async function comment(n: number): Promise<void> {
  // The factor is prime, so that pages of all documents comment.
  const by = pages[(n * 7) % pages.length];
  if (by === undefined) return;
  const commentId = `${process.pid}-${n}`;
  comments.set(commentId, { atMs: performance.now(), by, left: (pagesOfDocument.get(by.document) ?? 1) - 1 });
  if (await by.comment(commentId)) return;
  refused++;
  comments.delete(commentId);
}

function hear(page: OpenPage, commentId: string): void {
  const sent = comments.get(commentId);
  if (sent === undefined || sent.by === page) return;
  sent.left--;
  arrivalsMs.push(performance.now() - sent.atMs);
}

/** Calls `work` at a steady rate, whether or not earlier calls are complete. */
function repeat(perSecond: number, work: (n: number, dueMs: number) => Promise<void>): void {
  const [startedMs, everyMs] = [performance.now(), 1_000 / perSecond];
  let begun = 0;
  setInterval(() => {
    for (; startedMs + begun * everyMs <= performance.now(); begun++) void work(begun, startedMs + begun * everyMs);
  }, tickMs);
}
