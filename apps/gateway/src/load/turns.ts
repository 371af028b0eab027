import { currentContext, remainingMs } from "@parley/kernel";
import { HttpFailure } from "../errors/http-failure.ts";
import { LoopLoad } from "./loop-load.ts";

interface TurnsOptions {
  readonly load?: Pick<LoopLoad, "watch" | "busyPart" | "leave">;
}

interface Holder {
  /** When each of those began that are worked on. */
  readonly atWork: Set<Turn>;
  readonly queue: Set<Waiting>;
  /** How many began since the last look. */
  begun: number;
  /** Whether it had more that began than all others together, between the last two looks. */
  leads: boolean;
  seenMs: number;
  /** How long the last one that began had waited for each place before it. */
  placeMs: number;
  isLate: boolean;
  /** Until when none of its waiting requests begins. */
  restsUntilMs: number;
}

interface Turn {
  readonly sinceMs: number;
}

interface Waiting {
  readonly sinceMs: number;
  /** Its place when it came, behind those at work and those that wait, from 1. */
  readonly place: number;
  readonly begin: (turn: Turn) => void;
}

// How often it is asked, and for how long a holder counts as one beside others.
const lookMs = 50;
const seenForMs = 2_000;
// What takes longer waits for something that does not come: it no longer stands before others of its holder.
const turnMs = 1_000;
const longestRestMs = 600;
// Whoever has no more requests here, and had no more that began between two looks, never waits.
const few = 8;
// How many of one with more are worked on unless the process is busy.
const usual = 2;
// In a process that stays busy, of the only one with more: one at work for this part of the time.
const least = 0.25;
// Of all with more, however much time the process has: beyond, they would wait for connections to the database, where nobody takes turns.
const together = 64;
// A request that would wait for more than this part of its time is refused before its body is read: about a second of fifteen. What waits takes memory, a
// connection and, as it outlives what else is made, time of the garbage collector, and nobody gets more for it: the queue is as long until the overload ends.
const longestWaitPart = 1 / 16;
// Where nobody else's wait: no overload, but many at once, of which no more wait than its holder's share.
const longestWaitPartAlone = 1 / 4;
// Until then no more are taken: else nearly every request would be the one for which there is just room, or just no more.
const resumePart = 3 / 4;
// Before the first of those that wait has waited for this part of it, nothing is known: the ones before it may have been slow because they were the first of all.
const knownPart = 1 / 4;
// How much more every time that it is looked at, while some wait and there is time.
const growth = 1.25;
// The part of its time in which a process that is not busy works at most.
const spare = 0.7;
// Outside of a call.
const longestTimeMs = 60_000;

/**
 * Whose request is worked on next. A holder (an API key, a workspace, the operator) that is not alone and has more than eight requests, or more that come and go than
 * all others together, has two at work, or one with rests in between while the process is busy, and its others wait, first come, first served, so that one's many do
 * not stand before another's few. The more such holders there are, the less each rests: then there is more to do than there is time for, and what would wait for too
 * long is refused. A process with time to spare works on more for as long as some wait.
 */
export class Turns {
  readonly #load: Pick<LoopLoad, "watch" | "busyPart" | "leave">;
  readonly #holders = new Map<string, Holder>();
  #most = usual;
  /** How many holders had requests waiting at the last look. */
  #waiting = 0;
  #looks: NodeJS.Timeout | undefined;

  constructor({ load = new LoopLoad() }: TurnsOptions = {}) {
    this.#load = load;
  }

  /**
   * Whether a request of this holder, which has so much time, would wait for more than a quarter of it, or a sixteenth part where others' wait too; also until
   * the queue is a quarter shorter than when one would have. To be asked before anything of it is read.
   */
  isLate(name: string, timeMs = remainingMs(longestTimeMs)): boolean {
    const holder = this.#holders.get(name);
    const [first] = holder?.queue ?? [];
    if (holder === undefined || first === undefined) return false;
    const placeMs = Math.max(holder.placeMs, msOfPlace(first));
    const longestMs = timeMs * (this.#waiting > 1 ? longestWaitPart : longestWaitPartAlone);
    const isKnown = performance.now() - first.sinceMs > longestMs * knownPart;
    holder.isLate = isKnown && holder.queue.size * placeMs > longestMs * (holder.isLate ? resumePart : 1);
    return holder.isLate;
  }

  /** Does the work when its turn comes. Fails with RESOURCE_EXHAUSTED when the request's time is over before, and with ABORTED when its client has gone. */
  async during<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    this.#looks ??= this.#begin();
    const holder = this.#holderOf(name);
    const turn = holder.queue.size === 0 && this.#mayBegin(holder, 1) ? begun(holder) : await waited(holder, name);
    try {
      return await work();
    } finally {
      holder.atWork.delete(turn);
      holder.seenMs = performance.now();
      this.#rest(holder, holder.seenMs - turn.sinceMs);
      // In a turn of the event loop of its own: what is refused at once would take the others along, one after the other, before anything is read or written.
      if (holder.queue.size > 0) setImmediate(() => this.#goOn(holder));
    }
  }

  #holderOf(name: string): Holder {
    const known = this.#holders.get(name);
    if (known !== undefined) {
      known.seenMs = performance.now();
      return known;
    }
    const holder: Holder = {
      atWork: new Set(),
      queue: new Set(),
      begun: 0,
      leads: false,
      seenMs: performance.now(),
      placeMs: 0,
      isLate: false,
      restsUntilMs: 0,
    };
    this.#holders.set(name, holder);
    return holder;
  }

  /** `more`: how many requests it has beside those that are counted. */
  #mayBegin(holder: Holder, more = 0): boolean {
    if (!this.#hasMany(holder, more)) return true;
    return holder.atWork.size < Math.max(1, this.#most) && holder.restsUntilMs <= performance.now();
  }

  // Requests that take no more than a moment are hardly ever here together: of those, whoever has more than all others has many.
  #hasMany({ atWork, queue, leads }: Holder, more = 0): boolean {
    return this.#holders.size > 1 && (leads || atWork.size + queue.size + more > few);
  }

  // So that it is at work for no greater part of the time than it may be.
  #rest(holder: Holder, tookMs: number): void {
    if (this.#most >= 1 || !this.#hasMany(holder)) return;
    holder.restsUntilMs = holder.seenMs + Math.min(tookMs * (1 / this.#most - 1), longestRestMs);
    this.#goOnRested(holder);
  }

  // A timer may be early by what its turn of the event loop took before it was set.
  #goOnRested(holder: Holder): void {
    const leftMs = holder.restsUntilMs - performance.now();
    if (leftMs <= 0) this.#goOn(holder);
    else setTimeout(() => this.#goOnRested(holder), leftMs).unref();
  }

  // One in a turn of the event loop: those that take no more than a moment would stand before all others together.
  #goOn(holder: Holder): void {
    const [first] = holder.queue;
    if (first === undefined || !this.#mayBegin(holder)) return;
    holder.placeMs = msOfPlace(first);
    first.begin(begun(holder));
    if (holder.queue.size > 0) setImmediate(() => this.#goOn(holder));
  }

  #begin(): NodeJS.Timeout {
    this.#load.watch();
    return setInterval(() => this.#look(), lookMs).unref();
  }

  #look(): void {
    const now = performance.now();
    this.#most = this.#next(this.#load.busyPart());
    for (const [name, { atWork, queue, seenMs }] of this.#holders) {
      for (const turn of atWork) if (turn.sinceMs < now - turnMs) atWork.delete(turn);
      if (atWork.size === 0 && queue.size === 0 && seenMs < now - seenForMs) this.#holders.delete(name);
    }
    const holders = [...this.#holders.values()];
    const most = Math.max(few, holders.reduce((sum, { begun }) => sum + begun, 0) / 2);
    for (const holder of holders) {
      holder.leads = holder.begun > most;
      holder.begun = 0;
      this.#goOn(holder);
    }
    if (this.#holders.size > 0) return;
    clearInterval(this.#looks);
    this.#load.leave();
    this.#looks = undefined;
  }

  // Halved when there is no time, more while somebody waits although there is, and taken back when it is not used.
  #next(busyPart: number): number {
    const holders = [...this.#holders.values()];
    const mostAtWork = Math.max(1, ...holders.map(({ atWork }) => atWork.size));
    const waiting = holders.filter(({ queue }) => queue.size > 0).length;
    this.#waiting = waiting;
    // Where several want more than there is, a process that rests with each of them would be idle although it is too small for them.
    if (busyPart > spare) return Math.max(least, usual * (1 - 1 / waiting), Math.min(this.#most, mostAtWork) / 2);
    return waiting > 0 ? Math.min(this.#most * growth, Math.max(usual, together / waiting)) : Math.max(usual, this.#most * 0.9);
  }
}

function msOfPlace({ sinceMs, place }: Waiting): number {
  return (performance.now() - sinceMs) / place;
}

function begun(holder: Holder): Turn {
  const turn = { sinceMs: performance.now() };
  holder.begun++;
  holder.atWork.add(turn);
  return turn;
}

async function waited({ atWork, queue }: Holder, name: string): Promise<Turn> {
  const call = currentContext();
  const timeMs = remainingMs(longestTimeMs);
  return await new Promise<Turn>((resolve, reject) => {
    const end = () => {
      queue.delete(waiting);
      clearTimeout(timer);
      call?.signal.removeEventListener("abort", onGone);
    };
    const onGone = () => {
      end();
      reject(new HttpFailure("aborted", "The client has given the request up."));
    };
    const onLate = () => {
      end();
      reject(tooMany(name));
    };
    const begin = (turn: Turn) => {
      end();
      resolve(turn);
    };
    const waiting = { sinceMs: performance.now(), place: atWork.size + queue.size + 1, begin };
    const timer = setTimeout(onLate, timeMs);
    call?.signal.addEventListener("abort", onGone);
    queue.add(waiting);
  });
}

/** The refusal of a request of which too many others of its holder come before. */
export function tooMany(name: string, headers: Readonly<Record<string, string>> = {}): HttpFailure {
  return new HttpFailure("resource_exhausted", `The service is busy, and other requests of ${name} come before this one. Try again.`, {
    headers,
  });
}
