/** The counts of an API key, without the users who act. */
export interface UsageAmounts {
  requests: number;
  failed: number;
  refused: number;
  comments: number;
  mails: number;
  deliveries: number;
  streamsMs: number;
  inputTokens: number;
  outputTokens: number;
}

/** A process's counts of an API key for a day, since they were last taken. */
export interface CountedUsage {
  readonly apiKeyId: string;
  /** When the day began, in UTC. */
  readonly dayMs: number;
  readonly amounts: UsageAmounts;
  readonly userIds: ReadonlySet<string>;
}

const dayLengthMs = 86_400_000;
const mostDays = 20_000;
const mostUsers = 200_000;

/** Counts what API keys use by day, in memory, until the counts are taken. */
export class UsageMeter {
  readonly #now: () => number;
  #days = new Map<string, CountedUsage & { readonly userIds: Set<string> }>();
  #users = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Adds to the key's usage of today, and to the users who acted. Cheap. Once memory would grow because of very many keys or users, further
   * ones are not counted until the next report.
   */
  count(apiKeyId: string, amounts: Partial<UsageAmounts>, userIds: Iterable<string> = []): void {
    const day = this.#dayOf(apiKeyId, Math.floor(this.#now() / dayLengthMs) * dayLengthMs);
    if (day === undefined) return;
    for (const name of Object.keys(amounts) as (keyof UsageAmounts)[]) day.amounts[name] += countable(amounts[name]);
    for (const userId of userIds) {
      if (day.userIds.has(userId) || this.#users >= mostUsers) continue;
      day.userIds.add(userId);
      this.#users++;
    }
  }

  /** The counts since the last call. */
  take(): CountedUsage[] {
    const taken = [...this.#days.values()];
    this.#days = new Map();
    this.#users = 0;
    return taken;
  }

  #dayOf(apiKeyId: string, dayMs: number) {
    const key = `${dayMs} ${apiKeyId}`;
    const known = this.#days.get(key);
    if (known !== undefined || this.#days.size >= mostDays) return known;
    const day = { apiKeyId, dayMs, amounts: { ...nothing }, userIds: new Set<string>() };
    this.#days.set(key, day);
    return day;
  }
}

// An amount that is not a number would turn every sum with it into NaN.
function countable(amount = 0): number {
  return Number.isFinite(amount) && amount > 0 ? amount : 0;
}

const nothing: UsageAmounts = {
  requests: 0,
  failed: 0,
  refused: 0,
  comments: 0,
  mails: 0,
  deliveries: 0,
  streamsMs: 0,
  inputTokens: 0,
  outputTokens: 0,
};
