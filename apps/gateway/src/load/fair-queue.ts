import { AdaptiveConcurrency } from "./adaptive-concurrency.ts";
import { type Waiting, waitIn } from "./waiting.ts";

// Requests. A server or a page sends up to this many together: a tenant with no more is light.
const few = 8;
// ms between two adjustments: too short for a person to notice, and long compared with a request.
const adjustMs = 50;
// ms for which a tenant counts as present after its last request: a working tenant pauses for less.
const presentMs = 2_000;
// ms after which a running request counts as waiting for something else, and no longer as running.
const stuckMs = 1_000;
// ms. The longest pause after a long request, shorter than the next request may wait.
const longestPauseMs = 600;
// Part of its time for which a request may wait while several tenants queue: 0.9 s of 15. A longer queue would give nobody more, and take
// memory.
const longestSojourn = 1 / 16;
// Part of its time for which a request may wait while a single tenant queues: many requests sent at once are no overload.
const longestSojournAlone = 1 / 4;
// Part of the longest wait. Overload begins only when the first request in the queue has waited for the longest wait, because earlier
// requests may have been slow in a cold process. It ends when the expected wait is shorter by this part, so that it does not begin and end
// with every request.
const margin = 1 / 4;

class Tenant {
  readonly running = new Set<{ readonly sinceMs: number }>();
  readonly queue = new Set<Waiting>();
  /** Requests begun since the last adjustment. `isFrequent`: whether they were more than half of all requests in the interval before it. */
  begun = 0;
  isFrequent = false;
  seenMs = 0;
  /** No waiting request of the tenant begins before this time. */
  pausedUntilMs = 0;
  isOverloaded = false;
}

/**
 * Fair queueing by tenant. A light tenant never waits: it is alone, or it has few requests here and begins no more than all others
 * together. Each heavy tenant has a FIFO queue and the same concurrency, so each gets the same service time however costly its requests
 * are. Each queue begins one request in a turn of the event loop. A request whose sojourn time, estimated by Little's law as in PIE (RFC
 * 8033), would be too long is shed before it enters.
 */
export class FairQueue {
  readonly #limit: AdaptiveConcurrency;
  readonly #tenants = new Map<string, Tenant>();
  /** The number of tenants with waiting requests at the last adjustment. */
  #backlogged = 0;
  #adjusting: NodeJS.Timeout | undefined;

  constructor(limit = new AdaptiveConcurrency()) {
    this.#limit = limit;
  }

  /** Whether other tenants are present. */
  isShared(name: string): boolean {
    return this.#tenants.size > (this.#tenants.has(name) ? 1 : 0);
  }

  /** Whether a further request of this tenant, with `timeMs` to run, would wait for too large a part of that time. */
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

  /**
   * Does the work when its turn comes. Fails with RESOURCE_EXHAUSTED when the request's time ends before, and with ABORTED when its client
   * disconnects.
   */
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
      // Holds the tenant to its part of the time.
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

  /**
   * Whether the tenant is heavy, counting `more` further requests. Short requests rarely overlap, so a tenant that begins more of them than
   * all others together also counts as heavy.
   */
  #isHeavy({ running, queue, isFrequent }: Tenant, more = 0): boolean {
    return this.#tenants.size > 1 && (isFrequent || running.size + queue.size + more > few);
  }

  /** ms until the next request may begin; infinite while the tenant's concurrency is used up. */
  #delayMs(tenant: Tenant, more = 0): number {
    if (!this.#isHeavy(tenant, more)) return 0;
    const isFull = tenant.running.size >= Math.max(1, this.#limit.value);
    return isFull ? Number.POSITIVE_INFINITY : Math.max(0, tenant.pausedUntilMs - performance.now());
  }

  // If all began in one turn, short requests would overtake those of every other tenant.
  #beginInNextTurn(tenant: Tenant): void {
    if (tenant.queue.size > 0) setImmediate(() => this.#beginNext(tenant));
  }

  #beginNext(tenant: Tenant): void {
    const [first] = tenant.queue;
    const delayMs = this.#delayMs(tenant);
    if (first === undefined || delayMs === Number.POSITIVE_INFINITY) return;
    // A timer may fire early by the age of the loop's cached time: check again.
    if (delayMs > 0) return void setTimeout(() => this.#beginNext(tenant), delayMs).unref();
    tenant.queue.delete(first);
    first.begin();
    this.#beginInNextTurn(tenant);
  }

  #wait(name: string, tenant: Tenant): Promise<void> {
    const { running, queue } = tenant;
    return waitIn(queue, { name, place: running.size + queue.size + 1 }, () => this.#beginNext(tenant));
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
