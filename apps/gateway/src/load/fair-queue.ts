import { currentContext, remainingMs } from "@parley/kernel";
import { HttpFailure } from "../errors/http-failure.ts";
import { AdaptiveConcurrency } from "./adaptive-concurrency.ts";

// Requests. As many as one server or page sends together: a tenant with no more is light.
const few = 8;
// ms between two adjustments: too short for a person to notice, and long beside a request.
const adjustMs = 50;
// ms. Who works pauses for less: for as long a tenant counts as present, and another is not alone.
const presentMs = 2_000;
// ms. A request that runs for longer waits for something else, and no longer counts.
const stuckMs = 1_000;
// ms. The longest pause after a long request, less than the next one may wait.
const longestPauseMs = 600;
// ms. How long a request outside of a call may take; within one its time is known.
const longestTimeMs = 60_000;
// Part of its time for which a request may wait where several tenants queue: 0.9 s of 15. Nobody gets more for a longer queue, which takes memory.
const longestSojourn = 1 / 16;
// The same where a single tenant queues, which has sent many at once: no overload.
const longestSojournAlone = 1 / 4;
// Part of that for which the first one has waited when an overload may begin, as those before it may have been slow because they were cold; and by which the wait is
// shorter when it is over, as else nearly every request would be the one for which there is just room, or just none.
const margin = 1 / 4;

class Tenant {
  readonly running = new Set<{ readonly sinceMs: number }>();
  readonly queue = new Set<Waiting>();
  /** How many have begun since the last adjustment, and whether these were more than half of all before it. */
  begun = 0;
  isFrequent = false;
  seenMs = 0;
  /** Until when no other of its waiting requests begins. */
  pausedUntilMs = 0;
  isOverloaded = false;
}

interface Waiting {
  readonly sinceMs: number;
  /** Its place when it came, behind those that run and those that wait, from 1. */
  readonly place: number;
  readonly begin: () => void;
}

/**
 * Fair queueing by tenant. A light tenant never waits: it is alone, or has few requests here and begins no more than all others together. Each heavy one has a first in,
 * first out queue and the same concurrency, which is the same service time for each, however dear its requests are; each queue gives one request a turn of the event loop.
 * What would have too long a sojourn time in its queue, by Little's law as in PIE (RFC 8033), is to be shed before it enters.
 */
export class FairQueue {
  readonly #limit: AdaptiveConcurrency;
  readonly #tenants = new Map<string, Tenant>();
  /** How many tenants had requests waiting at the last adjustment. */
  #backlogged = 0;
  #adjusting: NodeJS.Timeout | undefined;

  constructor(limit = new AdaptiveConcurrency()) {
    this.#limit = limit;
  }

  /** Whether tenants other than this one are present. */
  isShared(name: string): boolean {
    return this.#tenants.size > (this.#tenants.has(name) ? 1 : 0);
  }

  /** Whether a request of this tenant that has so much time would wait for too large a part of it. */
  isOverloaded(name: string, timeMs: number): boolean {
    const tenant = this.#tenants.get(name);
    const [first] = tenant?.queue ?? [];
    if (tenant === undefined || first === undefined) return false;
    const longestMs = timeMs * (this.#backlogged > 1 ? longestSojourn : longestSojournAlone);
    const waitedMs = performance.now() - first.sinceMs;
    const sojournMs = (waitedMs / first.place) * tenant.queue.size;
    tenant.isOverloaded = waitedMs > longestMs * margin && sojournMs > longestMs * (tenant.isOverloaded ? 1 - margin : 1);
    return tenant.isOverloaded;
  }

  /** Does the work when its turn comes. Fails with RESOURCE_EXHAUSTED when the request's time is over before, and with ABORTED when its client has gone. */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const tenant = this.#present(name);
    if (tenant.queue.size > 0 || this.#delayMs(tenant, 1) > 0) await this.#wait(name, tenant);
    const run = { sinceMs: performance.now() };
    tenant.running.add(run);
    tenant.begun++;
    try {
      return await work();
    } finally {
      tenant.running.delete(run);
      tenant.seenMs = performance.now();
      // So that it runs for no greater part of the time than it may.
      const pauseMs = this.#isHeavy(tenant) ? (tenant.seenMs - run.sinceMs) * (1 / Math.min(1, this.#limit.value) - 1) : 0;
      tenant.pausedUntilMs = tenant.seenMs + Math.min(pauseMs, longestPauseMs);
      this.#beginInNextTurn(tenant);
    }
  }

  #present(name: string): Tenant {
    if (this.#adjusting === undefined) this.#limit.watch();
    this.#adjusting ??= setInterval(() => this.#adjust(), adjustMs).unref();
    const tenant = this.#tenants.get(name) ?? new Tenant();
    this.#tenants.set(name, tenant);
    tenant.seenMs = performance.now();
    return tenant;
  }

  /** With so many requests more. Short ones are hardly ever here together: of those, whoever begins more than all others is heavy. */
  #isHeavy({ running, queue, isFrequent }: Tenant, more = 0): boolean {
    return this.#tenants.size > 1 && (isFrequent || running.size + queue.size + more > few);
  }

  /** How long until the next one may begin; without end while as many run as may. */
  #delayMs(tenant: Tenant, more = 0): number {
    if (!this.#isHeavy(tenant, more)) return 0;
    const isFull = tenant.running.size >= Math.max(1, this.#limit.value);
    return isFull ? Number.POSITIVE_INFINITY : Math.max(0, tenant.pausedUntilMs - performance.now());
  }

  // All in the same turn, requests that take no more than a moment would pass before everybody else.
  #beginInNextTurn(tenant: Tenant): void {
    if (tenant.queue.size > 0) setImmediate(() => this.#beginNext(tenant));
  }

  #beginNext(tenant: Tenant): void {
    const [first] = tenant.queue;
    const delayMs = this.#delayMs(tenant);
    if (first === undefined || delayMs === Number.POSITIVE_INFINITY) return;
    // A timer may be early by what its turn of the event loop took before it was set: it looks again.
    if (delayMs > 0) return void setTimeout(() => this.#beginNext(tenant), delayMs).unref();
    tenant.queue.delete(first);
    first.begin();
    this.#beginInNextTurn(tenant);
  }

  async #wait(name: string, tenant: Tenant): Promise<void> {
    const { running, queue } = tenant;
    const { promise, resolve: begin, reject } = Promise.withResolvers<void>();
    const signal = currentContext()?.signal;
    const onGone = () => reject(new HttpFailure("aborted", "The client disconnected."));
    const timer = setTimeout(() => reject(queueIsFull(name)), remainingMs(longestTimeMs));
    signal?.addEventListener("abort", onGone);
    const waiting = { sinceMs: performance.now(), place: running.size + queue.size + 1, begin };
    queue.add(waiting);
    if (queue.size === 1) this.#beginNext(tenant);
    await promise.finally(() => {
      queue.delete(waiting);
      clearTimeout(timer);
      signal?.removeEventListener("abort", onGone);
    });
  }

  #adjust(): void {
    const nowMs = performance.now();
    for (const [name, { running, queue, seenMs }] of this.#tenants) {
      for (const run of running) if (run.sinceMs < nowMs - stuckMs) running.delete(run);
      if (running.size === 0 && queue.size === 0 && seenMs < nowMs - presentMs) this.#tenants.delete(name);
    }
    const tenants = [...this.#tenants.values()];
    this.#backlogged = tenants.filter(({ queue }) => queue.size > 0).length;
    this.#limit.adjust(Math.max(1, ...tenants.map(({ running }) => running.size)), this.#backlogged);
    const begun = tenants.reduce((sum, tenant) => sum + tenant.begun, 0);
    for (const tenant of tenants) {
      tenant.isFrequent = tenant.begun > Math.max(few, begun / 2);
      tenant.begun = 0;
      this.#beginNext(tenant);
    }
    if (tenants.length > 0) return;
    this.#limit.leave();
    this.#adjusting = void clearInterval(this.#adjusting);
  }
}

/** The refusal of a request of which too many others of its tenant come before. */
export function queueIsFull(name: string, headers: Readonly<Record<string, string>> = {}): HttpFailure {
  const message = `The service is busy, and other requests of ${name} come before this one. Try again.`;
  return new HttpFailure("resource_exhausted", message, { headers, shed: true });
}
