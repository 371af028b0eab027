import { latencyStep, latencySteps } from "./latencies.ts";

/** A gateway's counts of one minute of an API key. */
export interface CountedMinute {
  readonly apiKeyId: string;
  readonly minuteMs: number;
  requests: number;
  clientErrors: number;
  serverErrors: number;
  readonly latencies: number[];
}

interface EndedRequest {
  readonly apiKeyId: string;
  readonly status: number;
  readonly durationMs: number;
}

const minuteLengthMs = 60_000;
const mostMinutes = 20_000;
const mostInReport = 500;

/** Counts requests by API key and minute until the counts are taken. */
export class RequestMinutes {
  readonly #now: () => number;
  readonly #minutes = new Map<string, CountedMinute>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Cheap. If there are so many keys that memory would grow, further ones are not counted until the next report. */
  count({ apiKeyId, status, durationMs }: EndedRequest): void {
    const minuteMs = Math.floor(this.#now() / minuteLengthMs) * minuteLengthMs;
    const minute = this.#minuteOf(apiKeyId, minuteMs);
    if (minute === undefined) return;
    const step = latencyStep(durationMs);
    minute.requests++;
    minute.latencies[step] = (minute.latencies[step] ?? 0) + 1;
    if (status >= 500) minute.serverErrors++;
    else if (status >= 400) minute.clientErrors++;
  }

  /** The counts since the last call. */
  take(): CountedMinute[] {
    const taken = [...this.#minutes.values()];
    this.#minutes.clear();
    return taken;
  }

  #minuteOf(apiKeyId: string, minuteMs: number): CountedMinute | undefined {
    const key = `${minuteMs} ${apiKeyId}`;
    const known = this.#minutes.get(key);
    if (known !== undefined || this.#minutes.size >= mostMinutes) return known;
    const latencies = Array.from({ length: latencySteps }, () => 0);
    const minute: CountedMinute = { apiKeyId, minuteMs, requests: 0, clientErrors: 0, serverErrors: 0, latencies };
    this.#minutes.set(key, minute);
    return minute;
  }
}

/** Divides minutes into reports. */
export function inReports(minutes: readonly CountedMinute[]): CountedMinute[][] {
  const count = Math.ceil(minutes.length / mostInReport);
  return Array.from({ length: count }, (_, index) => minutes.slice(index * mostInReport, (index + 1) * mostInReport));
}
