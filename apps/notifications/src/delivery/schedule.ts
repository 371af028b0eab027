import type { Addressing } from "./channel.ts";
import type { Claimed } from "./claimed.ts";
import { Destination, type QueueLimits } from "./destination.ts";

interface ScheduleOptions<Delivery> {
  /** Sends a delivery and records its outcome; never fails. */
  readonly send: (destination: Destination<Delivery>, delivery: Delivery, signal: AbortSignal) => Promise<void>;
  /** Whether this process has recently checked which rows it still owns; otherwise nothing begins. */
  readonly mayBegin: () => boolean;
  /** Gives back those of these deliveries that have not begun. */
  readonly recall: (deliveries: readonly Delivery[]) => void;
}

// ms that running deliveries may continue while the process stops, before they are aborted.
const graceMs = 10_000;
/** The longest time in ms that running deliveries take to end while the process stops. */
export const longestStopMs = graceMs + 5_000;

/** Starts deliveries as soon as the limits of their destinations and of the process allow. */
export class Schedule<Delivery extends Claimed> {
  readonly #addressing: Addressing<Delivery>;
  readonly #limits: QueueLimits;
  readonly #options: ScheduleOptions<Delivery>;
  readonly #destinations = new Map<string, Destination<Delivery>>();
  readonly #backlogged = new Set<Destination<Delivery>>();
  // The number of running deliveries by owner of the destination.
  readonly #runningOf = new Map<string, number>();
  readonly #abort = new AbortController();
  #running = 0;
  #isStopping = false;
  #onIdle: (() => void) | undefined;

  constructor(addressing: Addressing<Delivery>, limits: QueueLimits, options: ScheduleOptions<Delivery>) {
    this.#addressing = addressing;
    this.#limits = limits;
    this.#options = options;
  }

  /** The number of deliveries being sent. */
  get running(): number {
    return this.#running;
  }

  of(name: string): Destination<Delivery> {
    let destination = this.#destinations.get(name);
    if (destination === undefined) {
      destination = new Destination(name, this.#limits.bounds);
      this.#destinations.set(name, destination);
    }
    return destination;
  }

  /** The known destinations; drops those that are idle and not wanted. */
  *destinations(nowMs: number, isWanted: (name: string) => boolean): Generator<Destination<Delivery>> {
    for (const [name, destination] of this.#destinations) {
      if (destination.isIdle(nowMs) && !isWanted(name)) this.#destinations.delete(name);
      else yield destination;
    }
  }

  add(deliveries: readonly Delivery[]): void {
    const addressing = this.#addressing;
    const destinations = new Set<Destination<Delivery>>();
    for (const delivery of deliveries) {
      const destination = this.of(addressing.destinationOf(delivery));
      destination.limit(addressing.perSecondOf?.(delivery));
      destination.add(addressing.sequenceOf(delivery), delivery);
      destinations.add(destination);
    }
    for (const destination of destinations) this.#pump(destination);
  }

  /** Resets the state of a known destination whose address has changed. */
  moveTo(name: string, address: string): void {
    const destination = this.#destinations.get(name);
    if (destination?.moveTo(address)) this.#pump(destination);
  }

  /** Sends a request outside the queue within the limits of its destination; undefined if they do not admit it now. */
  async sendOutsideQueue<Result>(
    { name, address }: { readonly name: string; readonly address: string },
    send: (destination: Destination<Delivery>) => Promise<Result>,
  ): Promise<Result | undefined> {
    const destination = this.of(name);
    destination.moveTo(address);
    const end = destination.admit(performance.now());
    if (end === undefined) return undefined;
    try {
      return await send(destination);
    } finally {
      end();
      this.#pump(destination);
    }
  }

  /** Gives back the deliveries of a destination that have not begun. */
  returnWaiting(destination: Destination<Delivery>): void {
    this.#options.recall(destination.empty());
  }

  /** Starts nothing more, and gives back all deliveries that have not begun. */
  close(): void {
    this.#isStopping = true;
    for (const destination of this.#destinations.values()) this.returnWaiting(destination);
  }

  /** Waits for running deliveries within the grace time. */
  async stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    if (this.#running === 0) return;
    const timers = [setTimeout(() => this.#abort.abort(new Error("The process stops.")), graceMs), setTimeout(resolve, longestStopMs)];
    await promise;
    for (const timer of timers) clearTimeout(timer);
  }

  /** Starts deliveries of a destination; returns whether any began. */
  #pump(destination: Destination<Delivery>): boolean {
    if (this.#isStopping) return false;
    if (!this.#options.mayBegin()) {
      this.returnWaiting(destination);
      return false;
    }
    const nowMs = performance.now();
    let began = false;
    for (;;) {
      const share = this.#shareOf(destination);
      const next = share === 0 ? undefined : destination.next(nowMs, share);
      if (next === undefined) break;
      if (typeof next === "number") {
        this.#pumpLater(destination, next);
        break;
      }
      began = true;
      void this.#send(destination, next.sequence, next.delivery);
    }
    if (destination.breaker.limitAt(nowMs) === 0) this.returnWaiting(destination);
    if (destination.hasBacklog(nowMs)) this.#backlogged.add(destination);
    else this.#backlogged.delete(destination);
    return began;
  }

  /**
   * Most concurrent deliveries to a destination now: a quarter of the free capacity, so that slow destinations always leave some for
   * others.
   */
  #shareOf({ name }: Destination<Delivery>): number {
    const free = this.#limits.concurrency - this.#running;
    const owned = this.#runningOf.get(this.#ownerOf(name)) ?? 0;
    // All destinations of an owner together get at most half of the capacity that other owners leave.
    return free <= 0 || owned >= Math.max(1, (free + owned) >> 1) ? 0 : Math.max(1, free >> 2);
  }

  /** Gives freed capacity to the first destination that can use it. */
  #pumpBacklogged(): void {
    for (const destination of [...this.#backlogged]) {
      // The destination is added again, at the end of the queue, if it still wants more.
      this.#backlogged.delete(destination);
      if (this.#pump(destination)) return;
    }
  }

  #pumpLater(destination: Destination<Delivery>, ms: number): void {
    if (destination.waitsForRate) return;
    destination.waitsForRate = true;
    setTimeout(() => {
      destination.waitsForRate = false;
      this.#pump(destination);
    }, Math.ceil(ms));
  }

  async #send(destination: Destination<Delivery>, sequence: string, delivery: Delivery): Promise<void> {
    const owner = this.#ownerOf(destination.name);
    this.#running++;
    this.#runningOf.set(owner, (this.#runningOf.get(owner) ?? 0) + 1);
    try {
      await this.#options.send(destination, delivery, this.#abort.signal);
    } finally {
      this.#running--;
      this.#endOf(owner);
      destination.ended(sequence);
      if (this.#running === 0) this.#onIdle?.();
      this.#pump(destination);
      this.#pumpBacklogged();
    }
  }

  #ownerOf(destination: string): string {
    return this.#addressing.ownerOf?.(destination) ?? destination;
  }

  #endOf(owner: string): void {
    const left = (this.#runningOf.get(owner) ?? 1) - 1;
    if (left > 0) this.#runningOf.set(owner, left);
    else this.#runningOf.delete(owner);
  }
}
