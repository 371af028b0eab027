import { Failure } from "@parley/kernel";
import { LRUCache } from "lru-cache";
import { integer, type Setting } from "./setting.ts";

interface QuotaOptions {
  /** Most rows of one API key; 0 means that there is no quota. */
  readonly most: number;
  /** What is counted, in the plural. */
  readonly things: string;
  /** The variable that sets the quota, which its refusals name. */
  readonly setting: string;
  /** Counts the rows of an API key; may stop at `most`. */
  readonly count: (apiKeyId: string, most: number) => Promise<number>;
  /** A monotonic clock in ms, for tests. */
  readonly now?: () => number;
}

interface Usage {
  rows: number;
  /** Granted to requests that have not ended. */
  pending: number;
  countedAtMs: number;
  countTookMs: number;
  counting: Promise<void> | undefined;
}

const keptKeys = 10_000;
// Rows added by other processes are known within this time; until then each process may admit more than the quota allows.
const recountAfterMs = 30_000;
const leastBetweenCountsMs = 1_000;
// Counting takes at most a twentieth of the time, however large the API key is.
const restAfterCount = 20;

/** The code of an item, and the reason of a failure, that the quota refuses. */
export const quotaReached = "quota_reached";

/** The setting of a quota. Off unless set: an upgrade does not refuse what was accepted before. */
export function quotaSetting(name: string, things: string): Setting<number> {
  return integer(name, {
    description: `Most ${things} of one API key; 0 means no quota. Several processes may exceed it by what each adds within 30 s.`,
    default: 0,
    min: 0,
    max: 1_000_000_000,
  });
}

/**
 * How many rows an API key may have. No counter is stored: each process counts the rows of a key that adds some, in the background, and
 * adds what it admits itself. So room made by deletions is found by counting, and rows added by others are known half a minute later.
 */
export class Quota {
  readonly #options: Required<QuotaOptions>;
  readonly #usages = new LRUCache<string, Usage>({ max: keptKeys });

  constructor(options: QuotaOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  /** The sentence for items that the quota refuses. */
  get refusal(): string {
    const { most, things, setting } = this.#options;
    return `The API key has the ${most} ${things} that it may have at most (${setting}).`;
  }

  failure(): Failure {
    return new Failure("resource_exhausted", this.refusal, { reason: quotaReached });
  }

  /**
   * Makes sure that the number of rows of the API key is known: before a transaction, which must not wait for another connection. Counts
   * when there may be no room for so many, unless that was done a moment ago; otherwise now and then, in the background.
   */
  async prepare(apiKeyId: string, wanted: number): Promise<void> {
    if (this.#options.most === 0) return;
    const usage = this.#usageOf(apiKeyId);
    const ageMs = this.#options.now() - usage.countedAtMs;
    const restMs = Math.max(leastBetweenCountsMs, usage.countTookMs * restAfterCount);
    if (this.#room(usage) < wanted && ageMs >= restMs) await this.#count(apiKeyId, usage);
    else if (ageMs >= Math.max(recountAfterMs, restMs)) this.#countLater(apiKeyId, usage);
  }

  /**
   * Adds the first of the items, as many as there is room for, possibly none; `refused` are the others. `addedBy` returns the number of
   * rows that a result has added. Needs `prepare`; without it there is no room.
   */
  async admit<Item, Result>(
    apiKeyId: string,
    items: readonly Item[],
    add: (granted: readonly Item[]) => Promise<Result>,
    addedBy: (result: Result) => number,
  ): Promise<{ result: Result; refused: readonly Item[] }> {
    if (this.#options.most === 0 || items.length === 0) return { result: await add(items), refused: [] };
    const usage = this.#usageOf(apiKeyId);
    const granted = Math.min(items.length, this.#room(usage));
    usage.pending += granted;
    try {
      const result = await add(items.slice(0, granted));
      usage.rows += addedBy(result);
      return { result, refused: items.slice(granted) };
    } finally {
      usage.pending -= granted;
    }
  }

  #room({ rows, pending }: Usage): number {
    return Math.max(0, this.#options.most - rows - pending);
  }

  #usageOf(apiKeyId: string): Usage {
    const known = this.#usages.get(apiKeyId);
    if (known !== undefined) return known;
    // Full until it has been counted.
    const usage = {
      rows: this.#options.most,
      pending: 0,
      countedAtMs: Number.NEGATIVE_INFINITY,
      countTookMs: 0,
      counting: undefined,
    };
    this.#usages.set(apiKeyId, usage);
    return usage;
  }

  #countLater(apiKeyId: string, usage: Usage): void {
    this.#count(apiKeyId, usage).catch(() => {
      // The earlier count stays in use; a request that finds no room counts itself and gets the failure.
    });
  }

  // Requests that arrive together share one count.
  #count(apiKeyId: string, usage: Usage): Promise<void> {
    usage.counting ??= this.#countNow(apiKeyId, usage).finally(() => {
      usage.counting = undefined;
    });
    return usage.counting;
  }

  async #countNow(apiKeyId: string, usage: Usage): Promise<void> {
    const startedAtMs = this.#options.now();
    usage.rows = await this.#options.count(apiKeyId, this.#options.most);
    usage.countedAtMs = this.#options.now();
    usage.countTookMs = usage.countedAtMs - startedAtMs;
  }
}

interface Part<Place> {
  readonly rows: number;
  /** Of the last row of the part. */
  readonly last: Place;
}

const partRows = 20_000;

/** Counts rows in the order of a key, part by part, so that no statement takes long; stops at `most`. */
export async function countInParts<Place>(
  first: Place,
  most: number,
  next: (after: Place, limit: number) => Promise<Part<Place> | undefined>,
): Promise<number> {
  let rows = 0;
  for (let after = first; rows < most; ) {
    const part = await next(after, Math.min(partRows, most - rows));
    if (part === undefined) break;
    rows += part.rows;
    after = part.last;
  }
  return rows;
}
