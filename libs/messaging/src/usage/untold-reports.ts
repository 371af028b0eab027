import { newId } from "@parley/kernel";

/** The content of one report. The same under the same id, however often it is sent. */
interface Report<Item> {
  readonly reportId: string;
  readonly items: readonly Item[];
}

interface UntoldReportsOptions<Item> {
  /** Fails when the report may not have been accepted. */
  readonly tell: (report: Report<Item>) => Promise<void>;
  /** The counts since the last call. */
  readonly take: () => Item[];
  /** Items as they go together into reports. */
  readonly split: (items: readonly Item[]) => Item[][];
}

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
      await this.#options.tell(first);
      this.#untold.shift();
    }
  }
}
