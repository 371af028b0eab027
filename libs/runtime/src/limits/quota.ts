import { currentContext, Failure, limitFor, type RowLimitName } from "@parley/kernel";
import { LRUCache } from "lru-cache";
import { integer, type Setting } from "../settings/setting.ts";

interface QuotaOptions {
  /** Most rows of one API key; 0 means that there is no quota. */
  readonly most: number;
  /** The per-key limit that also applies, read from the request being served; absent: only the quota applies. */
  readonly ownLimit?: RowLimitName | undefined;
  /** The kind of row that is counted, in the singular: `user`. */
  readonly thing: string;
  /** The owner that messages name, if it is not an API key. */
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
  /** The number of rows, or `knownTo` if there are more. */
  rows: number;
  /** Where the last count stopped: `rows` is exact only below it. 0 before the first count. */
  knownTo: number;
  /**
   * The highest number that a request has needed. Counts go this far, so that requests with different limits do not take turns in counting.
   */
  countTo: number;
  /** Rows granted to requests that have not ended. */
  pending: number;
  countedAtMs: number;
  countTookMs: number;
  counting: Promise<void> | undefined;
}

const keptKeys = 10_000;
// Rows added by other processes are known within this time; until then the processes together may exceed the quota.
const recountAfterMs = 30_000;
const leastBetweenCountsMs = 1_000;
// Counting takes at most a twentieth of the time, however large the API key is.
const restAfterCount = 20;

/** The reason of a failure, and the code of an item, that a quota refuses. */
export const quotaReached = "quota_reached";

/**
 * The setting of a quota. The default is no quota, so that an upgrade refuses nothing that was accepted before. `also` is a sentence
 * appended to its description.
 */
export function quotaSetting(name: string, things: string, also = ""): Setting<number> {
  return integer(name, {
    description: `Most ${things} of one API key; 0 means no quota. Several processes may exceed it by what each adds within 30 s.${also === "" ? "" : ` ${also}`}`,
    default: 0,
    min: 0,
    max: 1_000_000_000,
  });
}

/**
 * Limits the number of rows of an API key. No counter is stored. When an API key adds rows, each process counts the key's rows in the
 * background, and adds the rows that it admits itself. So room made by deletions is found by the next count, and rows added by other
 * processes are known half a minute later.
 */
export class Quota {
  readonly #options: Required<Omit<QuotaOptions, "ownLimit">> & Pick<QuotaOptions, "ownLimit">;
  readonly #usages = new LRUCache<string, Usage>({ max: keptKeys });

  constructor(options: QuotaOptions) {
    this.#options = { now: () => performance.now(), owner: "API key", ...options };
  }

  /** The message for refusals in the request being served. */
  get refusal(): string {
    const { thing, owner } = this.#options;
    return `The ${thing} quota of this ${owner} (${this.#most}) is reached.`;
  }

  failure(): Failure {
    return new Failure("resource_exhausted", this.refusal, { reason: quotaReached });
  }

  /**
   * Makes sure that the number of rows of the API key is known. Call it before a transaction, which must not wait for another connection.
   * It counts when there may not be room for `wanted` rows, unless it counted a moment ago; otherwise now and then, in the background.
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
   * Adds the first items, as many as there is room for, possibly none; `refused` are the others. `addedBy` returns the number of rows that
   * a result has added. Needs `prepare` first; without it there is no room.
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
   * Like `admit`, for items that need no room if they already exist. `needless` finds the existing ones; it is called only when there is
   * not room for all items. The order is kept.
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

  /** Adds all `wanted` rows or none: fails with `resource_exhausted` when there is no room for all of them. Needs `prepare` first. */
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

  // A known count is kept up to date, because the key may get a limit later.
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
   * Fails with `resource_exhausted` when there is no room for `wanted` rows. For rows that are added in many places of the code, which
   * report them to `note` afterwards: concurrent requests may exceed the quota by the rows that they add.
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

  // A count that stopped before the quota does not show whether there is room, so it counts as none.
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

  // A count that is already running may stop below `most`.
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
