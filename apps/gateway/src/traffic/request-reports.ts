import { UntoldReports } from "@parley/messaging";
import { type CountedMinute, type EndedRequest, RequestMinutes } from "./request-minutes.ts";

interface Report {
  readonly reportId: string;
  readonly minutes: readonly CountedMinute[];
}

const mostAtOnce = 500;

/** Counts requests and sends reports until they are accepted, minute by minute, in bounded memory. */
export class RequestReports {
  readonly #counted: RequestMinutes;
  readonly #reports: UntoldReports<CountedMinute>;

  /** `onRefused` is called with minutes that are dropped because they were rejected. */
  constructor(
    tell: (report: Report) => Promise<unknown>,
    onRefused: (minutes: readonly CountedMinute[], error: unknown) => void,
    now?: () => number,
  ) {
    const counted = new RequestMinutes(now);
    this.#counted = counted;
    this.#reports = new UntoldReports({
      tell: ({ reportId, items }) => tell({ reportId, minutes: items }),
      take: () => counted.take(),
      split: inReports,
      onRefused,
    });
  }

  count(request: EndedRequest): void {
    this.#counted.count(request);
  }

  /** Sends the rest of the last reports, then the counts since. Fails when sending fails, and keeps the rest. One call at a time. */
  send(): Promise<void> {
    return this.#reports.send();
  }
}

function inReports(minutes: readonly CountedMinute[]): CountedMinute[][] {
  const count = Math.ceil(minutes.length / mostAtOnce);
  return Array.from({ length: count }, (_, index) => minutes.slice(index * mostAtOnce, (index + 1) * mostAtOnce));
}
