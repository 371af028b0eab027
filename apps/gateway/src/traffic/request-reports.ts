import { newId } from "@parley/kernel";
import { type CountedMinute, type EndedRequest, RequestMinutes } from "./request-minutes.ts";

/** The content of one report. The same under the same id, however often it is sent. */
interface Report {
  readonly reportId: string;
  readonly minutes: readonly CountedMinute[];
}

const mostAtOnce = 500;

/**
 * Counts requests, and sends reports until they are accepted. A report that failed may have been accepted: it is sent again unchanged,
 * under its id. Counts since then wait for it, minute by minute, in bounded memory.
 */
export class RequestReports {
  readonly #tell: (report: Report) => Promise<void>;
  readonly #counted: RequestMinutes;
  readonly #untold: Report[] = [];

  constructor(tell: (report: Report) => Promise<void>, now?: () => number) {
    this.#tell = tell;
    this.#counted = new RequestMinutes(now);
  }

  count(request: EndedRequest): void {
    this.#counted.count(request);
  }

  /** Sends what is left of the last time, then the counts since. Fails when sending fails, and keeps what is left. One call at a time. */
  async send(): Promise<void> {
    await this.#sendUntold();
    const taken = this.#counted.take();
    for (let from = 0; from < taken.length; from += mostAtOnce) {
      this.#untold.push({ reportId: newId("report"), minutes: taken.slice(from, from + mostAtOnce) });
    }
    await this.#sendUntold();
  }

  async #sendUntold(): Promise<void> {
    for (let [first] = this.#untold; first !== undefined; [first] = this.#untold) {
      await this.#tell(first);
      this.#untold.shift();
    }
  }
}
