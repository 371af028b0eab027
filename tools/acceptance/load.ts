import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { quantile } from "../bench/figures.ts";
import { Customer } from "./customer.ts";
import { requestsOf, type Written } from "./requests.ts";

/** A request without a 200 response. */
export interface FailedRequest {
  readonly requestId: string;
  /** In ms since the epoch. */
  readonly sentAtMs: number;
  readonly tookMs: number;
  readonly service: string;
  readonly path: string;
  /** Whether the request may be repeated without a second effect: a read, or a write with an idempotency key. */
  readonly repeatable: boolean;
  /** 0 without a response; the reason is in `text`. */
  readonly status: number;
  readonly text: string;
}

interface LoadOptions {
  readonly url: string;
  readonly adminToken: string;
  readonly requestsPerSecond: number;
  /** Ends the load; without it the load ends after `maxSeconds`. */
  readonly signal: AbortSignal;
  readonly maxSeconds: number;
  /** Called at once, while the cause can still be investigated. */
  readonly onFailure?: (failure: FailedRequest) => void;
}

interface LoadReport {
  readonly sent: number;
  readonly failures: readonly FailedRequest[];
  /** The longest time in ms between two responses of a service, by service name. */
  readonly longestGapMs: ReadonlyMap<string, number>;
  readonly p99Ms: number;
  readonly acknowledged: number;
  /** Acknowledged writes that cannot be read; there must be none. */
  readonly missing: readonly Written[];
}

const mostAtOnce = 256;
const loopback = new Set(["127.0.0.1", "localhost"]);

/** Sends reads and writes at a bounded rate to a Parley on this machine, without retries, and then reads back every acknowledged write. */
export async function load({ url, adminToken, requestsPerSecond, signal, maxSeconds, onFailure }: LoadOptions): Promise<LoadReport> {
  if (!loopback.has(new URL(url).hostname)) throw new Error(`The load is sent only to this machine; ${url} is another one.`);
  const customer = await Customer.create(url, adminToken);
  const tally = new Tally();
  const requests = requestsOf(randomBytes(4).toString("hex"));
  const running = new Set<Promise<void>>();
  const startedMs = performance.now();
  let sent = 0;
  while (!signal.aborted && performance.now() - startedMs < maxSeconds * 1000) {
    const due = Math.floor(((performance.now() - startedMs) / 1000) * requestsPerSecond);
    for (; sent < due && running.size < mostAtOnce; sent++) {
      const one = send(sent).finally(() => running.delete(one));
      running.add(one);
    }
    await delay(5);
  }
  await Promise.all(running);
  const missing = await customer.missing(tally.written);
  await customer.close();
  return tally.report(sent, missing);

  async function send(n: number): Promise<void> {
    const request = requests[n % requests.length];
    if (request === undefined) return;
    const { service, path, data, key, wrote } = request;
    const sentAtMs = Date.now();
    const beganMs = performance.now();
    const { status, text, requestId } = await customer.send(path, data(n), key?.(n));
    const tookMs = performance.now() - beganMs;
    if (status === 200) return tally.answered(service, tookMs, wrote?.(n));
    const repeatable = wrote === undefined || key !== undefined;
    const failure = { requestId, sentAtMs, tookMs, service, path, repeatable, status, text };
    tally.failures.push(failure);
    onFailure?.(failure);
  }
}

class Tally {
  readonly written: Written[] = [];
  readonly failures: FailedRequest[] = [];
  readonly #gaps = new Map<string, number>();
  readonly #answeredAtMs = new Map<string, number>();
  readonly #times: number[] = [];

  answered(service: string, tookMs: number, written: Written | undefined): void {
    const nowMs = performance.now();
    const gapMs = nowMs - (this.#answeredAtMs.get(service) ?? nowMs);
    this.#answeredAtMs.set(service, nowMs);
    this.#gaps.set(service, Math.max(this.#gaps.get(service) ?? 0, gapMs));
    this.#times.push(tookMs);
    if (written !== undefined) this.written.push(written);
  }

  report(sent: number, missing: readonly Written[]): LoadReport {
    const p99Ms = quantile(this.#times, 0.99);
    return { sent, failures: this.failures, longestGapMs: this.#gaps, p99Ms, acknowledged: this.written.length, missing };
  }
}
