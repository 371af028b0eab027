import { type Failure, newId } from "@parley/kernel";

/** The content of one report. The same under the same id, however often it is sent. */
interface Report<Item> {
  readonly reportId: string;
  readonly items: readonly Item[];
}

interface UntoldReportsOptions<Item> {
  /** Fails when the report may not have been accepted. */
  readonly tell: (report: Report<Item>) => Promise<unknown>;
  /** The counts since the last call. */
  readonly take: () => Item[];
  /** Items as they go together into reports. */
  readonly split: (items: readonly Item[]) => Item[][];
  /** Hears of items that are dropped because they are refused, and why. */
  readonly onRefused: (items: readonly Item[], error: unknown) => void;
}

// Enough to find several items that are refused among hundreds that are not; where all are, as by a service that wants something else, not every one is told.
const mostRefusals = 100;

/**
 * Sends counts in reports until they are accepted. A report that failed may have been accepted: it is sent again unchanged, under its id. Counts since then
 * wait for it where they are taken from.
 */
export class UntoldReports<Item> {
  readonly #options: UntoldReportsOptions<Item>;
  readonly #untold: Report<Item>[] = [];

  constructor(options: UntoldReportsOptions<Item>) {
    this.#options = options;
  }

  /** Sends what is left of the last time, then the counts since. Fails when sending fails, and keeps what is left. One call at a time. */
  async send(): Promise<void> {
    const { take, split } = this.#options;
    await this.#sendUntold();
    for (const items of split(take())) this.#untold.push({ reportId: newId("report"), items });
    await this.#sendUntold();
  }

  async #sendUntold(): Promise<void> {
    for (let [first] = this.#untold; first !== undefined; [first] = this.#untold) {
      await this.#tell(first, { left: mostRefusals });
      this.#untold.shift();
    }
  }

  /**
   * Sent again, a report that is refused would be refused again, and all later counts would wait for it: its halves are sent by themselves, and theirs, until
   * only what is refused by itself is dropped. Their ids follow from its id, so that a half that was accepted counts once when the other one fails.
   */
  async #tell(report: Report<Item>, refusals: { left: number }): Promise<void> {
    const { tell, onRefused } = this.#options;
    try {
      await tell(report);
    } catch (error) {
      if (!isRefused(error)) throw error;
      const { reportId, items } = report;
      refusals.left--;
      if (items.length < 2 || refusals.left <= 0) return onRefused(items, error);
      const middle = Math.ceil(items.length / 2);
      await this.#tell({ reportId: `${reportId}a`, items: items.slice(0, middle) }, refusals);
      await this.#tell({ reportId: `${reportId}b`, items: items.slice(middle) }, refusals);
    }
  }
}

function isRefused(error: unknown): boolean {
  const { failure } = error as { readonly failure?: Failure };
  return failure?.kind === "invalid_argument";
}
