import { currentContext, Failure, limitFor, type RowLimitName } from "@parley/kernel";
import { LRUCache } from "lru-cache";
import { integer, type Setting } from "./setting.ts";

interface QuotaOptions {
  /** Most rows of one API key; 0 means that there is no quota. */
  readonly most: number;
  /** The limit that an API key may have of its own, which is known of the request being served; none when absent. */
  readonly ownLimit?: RowLimitName | undefined;
  /** What is counted, in the singular: `user`. */
  readonly thing: string;
  /** Whose it is, when it is no API key's. */
  readonly owner?: string;
  /** Counts the rows of an API key, and stops at `most`. */
  readonly count: (apiKeyId: string, most: number) => Promise<number>;
  /** A monotonic clock in ms, for tests. */
  readonly now?: () => number;
}

interface NewItems<Item, Result> {
  readonly needless: (items: readonly Item[]) => Promise<ReadonlySet<Item>>;
  readonly add: (admitted: readonly Item[]) => Promise<Result>;
  readonly addedBy: (result: Result) => number;
}

interface Usage {
  /** As many as there are, or as were looked for. */
  rows: number;
  /** A greater number of rows would not be known: the count has stopped there. 0 before the first one. */
  knownTo: number;
  /** The highest number that anybody has asked about: counts go so far, so that requests with different limits do not take turns in counting. */
  countTo: number;
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

/** The setting of a quota. Off unless set: an upgrade does not refuse what was accepted before. `also` is a sentence that follows its description. */
export function quotaSetting(name: string, things: string, also = ""): Setting<number> {
  return integer(name, {
    description: `Most ${things} of one API key; 0 means no quota. Several processes may exceed it by what each adds within 30 s.${also === "" ? "" : ` ${also}`}`,
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
  readonly #options: Required<Omit<QuotaOptions, "ownLimit">> & Pick<QuotaOptions, "ownLimit">;
  readonly #usages = new LRUCache<string, Usage>({ max: keptKeys });

  constructor(options: QuotaOptions) {
    this.#options = { now: () => performance.now(), owner: "API key", ...options };
  }

  /** The sentence for what the quota refuses of the request being served. */
  get refusal(): string {
    const { thing, owner } = this.#options;
    return `The ${thing} quota of this ${owner} (${this.#most}) is reached.`;
  }

  failure(): Failure {
    return new Failure("resource_exhausted", this.refusal, { reason: quotaReached });
  }

  /**
   * Makes sure that the number of rows of the API key is known: before a transaction, which must not wait for another connection. Counts
   * when there may be no room for so many, unless that was done a moment ago; otherwise now and then, in the background.
   */
  async prepare(apiKeyId: string, wanted: number): Promise<void> {
    if (this.#most === 0 || wanted === 0) return;
    const usage = this.#usageOf(apiKeyId);
    usage.countTo = Math.max(usage.countTo, this.#most);
    if (this.#most > usage.knownTo) return this.#countTo(this.#most, apiKeyId, usage);
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
    if (this.#most === 0 || items.length === 0) return { result: await this.#unlimited(apiKeyId, () => add(items), addedBy), refused: [] };
    const granted = Math.min(items.length, this.#room(this.#usageOf(apiKeyId)));
    const result = await this.#reserved(apiKeyId, granted, () => add(items.slice(0, granted)), addedBy);
    return { result, refused: items.slice(granted) };
  }

  /**
   * As `admit`, where some items may need no room, because they exist already: `needless` finds these, and is asked only when there is not
   * room for all. Their order stays.
   */
  async admitNew<Item, Result>(
    apiKeyId: string,
    items: readonly Item[],
    { needless, add, addedBy }: NewItems<Item, Result>,
  ): Promise<{ result: Result; refused: readonly Item[] }> {
    if (this.#most === 0) return this.admit(apiKeyId, items, add, addedBy);
    const usage = this.#usageOf(apiKeyId);
    if (items.length <= this.#room(usage)) return this.admit(apiKeyId, items, add, addedBy);
    const free = await needless(items);
    const wanting = items.filter((item) => !free.has(item));
    const granted = wanting.slice(0, this.#room(usage));
    const refused = new Set(wanting.slice(granted.length));
    const admitted = items.filter((item) => !refused.has(item));
    const result = await this.#reserved(apiKeyId, granted.length, () => add(admitted), addedBy);
    return { result, refused: [...refused] };
  }

  /** Adds so many or none: fails with `resource_exhausted` when there is no room for all of them. Needs `prepare`. */
  async admitAll<Result>(
    apiKeyId: string,
    wanted: number,
    add: () => Promise<Result>,
    addedBy: (result: Result) => number,
  ): Promise<Result> {
    if (this.#most === 0 || wanted === 0) return this.#unlimited(apiKeyId, add, addedBy);
    if (this.#room(this.#usageOf(apiKeyId)) < wanted) throw this.failure();
    return this.#reserved(apiKeyId, wanted, add, addedBy);
  }

  // The key may get its limit again, or have one for others: what is known of it stays right.
  async #unlimited<Result>(apiKeyId: string, add: () => Promise<Result>, addedBy: (result: Result) => number): Promise<Result> {
    const result = await add();
    const usage = this.#usages.get(apiKeyId);
    if (usage !== undefined) usage.rows += addedBy(result);
    return result;
  }

  async #reserved<Result>(
    apiKeyId: string,
    granted: number,
    add: () => Promise<Result>,
    addedBy: (result: Result) => number,
  ): Promise<Result> {
    const usage = this.#usageOf(apiKeyId);
    usage.pending += granted;
    try {
      const result = await add();
      usage.rows += addedBy(result);
      return result;
    } finally {
      usage.pending -= granted;
    }
  }

  /**
   * For rows that are written beside others, in many places: fails with `resource_exhausted` when there is no room for so many. What was
   * then added is reported to `note`, so that requests at the same time may exceed the quota by what they add.
   */
  async requireRoom(apiKeyId: string, wanted: number): Promise<void> {
    if (this.#most === 0 || wanted === 0) return;
    await this.prepare(apiKeyId, wanted);
    if (this.#room(this.#usageOf(apiKeyId)) < wanted) throw this.failure();
  }

  note(apiKeyId: string, added: number): void {
    if (this.#most > 0) this.#usageOf(apiKeyId).rows += added;
  }

  /** Most rows of the API key that the request being served acts for; 0 for no quota. */
  get #most(): number {
    const { most, ownLimit } = this.#options;
    const own = ownLimit === undefined ? undefined : currentContext()?.rowLimits?.[ownLimit];
    return own === undefined ? most : limitFor(own, most);
  }

  // Full where so many have not been counted.
  #room({ rows, pending, knownTo }: Usage): number {
    return this.#most > knownTo ? 0 : Math.max(0, this.#most - rows - pending);
  }

  #usageOf(apiKeyId: string): Usage {
    const known = this.#usages.get(apiKeyId);
    if (known !== undefined) return known;
    const usage = {
      rows: 0,
      knownTo: 0,
      countTo: 0,
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

  // A count that goes on already may stop too early.
  async #countTo(most: number, apiKeyId: string, usage: Usage): Promise<void> {
    await this.#count(apiKeyId, usage);
    if (most > usage.knownTo) await this.#count(apiKeyId, usage);
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
    const { countTo } = usage;
    usage.rows = await this.#options.count(apiKeyId, countTo);
    usage.knownTo = usage.rows < countTo ? Number.POSITIVE_INFINITY : countTo;
    usage.countedAtMs = this.#options.now();
    usage.countTookMs = usage.countedAtMs - startedAtMs;
  }
}
