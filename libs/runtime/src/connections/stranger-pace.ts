import { LeakyBucket } from "../limits/leaky-bucket.ts";

/** Of one connection. */
export interface Paced {
  /** When the cost of the requests served so far is paid off. */
  paidUntilMs: number;
  /** When it has its turn among all connections, while it waits for that: for a chunk of a body or for a request. */
  turnAtMs: number | undefined;
}

// A small burst, because the strangers of a flood all begin at the same time.
const strangersAtOnce = 2;

// Pace of the requests behind a refused or pipelined one, over all connections: one in this many ms, after a burst. Four thousand connections
// at their own pace would take all of a processor. Strangers wait for strangers then, and nobody who has valid credentials or comes anew.
const requestMs = 0.5;
const requestsAtOnce = 200;

// Pace at which bodies are read, over all connections: a mebibyte a second, with a burst of eight. At four mebibytes a second, all allocated
// outside of its heap, V8 collects that heap each second. A few bytes take 4 ms, because reading them costs as much as many.
const bytesPerMs = 1_024;
const leastMs = 4;
const bytesAtOnce = 8 * 1_024 * 1_024;

/** The pace of connections without valid credentials: when more of each is read. */
export class StrangerPace {
  readonly #bodies = new LeakyBucket(bytesAtOnce / bytesPerMs);
  readonly #requests = new LeakyBucket(requestsAtOnce * requestMs);

  /** How long the next request waits for the cost of earlier ones, in ms, when a connection may cost `perSecond` requests a second. */
  requestWaitMs(paced: Paced, perSecond: number): number {
    const waitMs = paced.paidUntilMs - performance.now() - ((strangersAtOnce - 1) * 1_000) / perSecond;
    const isFree = paced.paidUntilMs === 0;
    return waitMs > 0 || isFree ? waitMs : turnWaitMs(paced, this.#requests, requestMs);
  }

  /**
   * How long the next bytes of a body wait, in ms. A few hundred senders could otherwise occupy a whole processor. Bodies are read at all
   * because many clients read no response before they have sent their whole request.
   */
  bodyWaitMs(paced: Paced, bytes: number): number {
    return turnWaitMs(paced, this.#bodies, Math.max(leastMs, bytes / bytesPerMs));
  }

  /**
   * Counts a refused or pipelined request, by the generic cell rate algorithm: each costs a time, and a connection may be two of them in
   * debt. A flood then waits in its senders' buffers instead of taking a processor from other callers with a response to each request.
   */
  charge(paced: Paced, perSecond: number): void {
    paced.paidUntilMs = Math.max(paced.paidUntilMs, performance.now()) + spread(1_000 / perSecond);
  }
}

/** How long a connection waits for its turn, in ms. It takes its place when it is first asked, and gives it up when its turn has come. */
function turnWaitMs(paced: Paced, bucket: LeakyBucket, takesMs: number): number {
  const nowMs = performance.now();
  paced.turnAtMs ??= nowMs + bucket.queue(takesMs);
  const waitMs = paced.turnAtMs - nowMs;
  if (waitMs <= 0) paced.turnAtMs = undefined;
  return waitMs;
}

// A random length: strangers who began together would otherwise all have their turns together.
function spread(ms: number): number {
  return (0.5 + Math.random()) * ms;
}
