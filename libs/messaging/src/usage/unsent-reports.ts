import { type Failure, newId } from "@parley/kernel";

/** One report. It keeps its content under its id, however often it is sent. */
interface Report<Item> {
  readonly reportId: string;
  readonly items: readonly Item[];
}

interface UnsentReportsOptions<Item> {
  /** Fails when the report may not have been accepted. */
  readonly send: (report: Report<Item>) => Promise<unknown>;
  /** The counts since the last call. */
  readonly take: () => Item[];
  /** Divides items into reports. */
  readonly split: (items: readonly Item[]) => Item[][];
  /** Called with items that were refused and dropped, and the error. */
  readonly onRefused: (items: readonly Item[], error: unknown) => void;
}

// Enough to find several refused items among hundreds of good ones. When all are refused, for example because the service expects another
// form, the search ends here.
const mostRefusals = 100;

/**
 * Sends counts in reports until they are accepted. A report that failed may have been accepted, so it is sent again unchanged, under its
 * id; later counts stay with their source until then.
 */
export class UnsentReports<Item> {
  readonly #options: UnsentReportsOptions<Item>;
  readonly #unsent: Report<Item>[] = [];

  constructor(options: UnsentReportsOptions<Item>) {
    this.#options = options;
  }

  /**
   * Sends the remaining reports of the last call, then the counts since. Fails when sending fails, and keeps the rest. One call at a time.
   */
  async send(): Promise<void> {
    const { take, split } = this.#options;
    await this.#sendUnsent();
    for (const items of split(take())) this.#unsent.push({ reportId: newId("report"), items });
    await this.#sendUnsent();
  }

  async #sendUnsent(): Promise<void> {
    for (let [first] = this.#unsent; first !== undefined; [first] = this.#unsent) {
      await this.#sendReport(first, { left: mostRefusals });
      this.#unsent.shift();
    }
  }

  /**
   * A refused report would be refused each time, and all later counts would wait for it. So it is split into halves, again and again, until
   * only the refused items are dropped. The halves' ids are derived from its id, so that an accepted half counts once when the other fails.
   */
  async #sendReport(report: Report<Item>, refusals: { left: number }): Promise<void> {
    const { send, onRefused } = this.#options;
    try {
      await send(report);
    } catch (error) {
      if (!isRefused(error)) throw error;
      const { reportId, items } = report;
      refusals.left--;
      if (items.length < 2 || refusals.left <= 0) return onRefused(items, error);
      const middle = Math.ceil(items.length / 2);
      await this.#sendReport({ reportId: `${reportId}a`, items: items.slice(0, middle) }, refusals);
      await this.#sendReport({ reportId: `${reportId}b`, items: items.slice(middle) }, refusals);
    }
  }
}

function isRefused(error: unknown): boolean {
  const { failure } = error as { readonly failure?: Failure };
  return failure?.kind === "invalid_argument";
}
