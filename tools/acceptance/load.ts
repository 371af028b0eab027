import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Customer } from "./customer.ts";
import { requestsOf, type Written } from "./requests.ts";

interface LoadOptions {
  readonly url: string;
  readonly adminToken: string;
  readonly requestsPerSecond: number;
  /** Ends it; until then it lasts at most `maxSeconds`. */
  readonly signal: AbortSignal;
  readonly maxSeconds: number;
}

interface LoadReport {
  readonly sent: number;
  readonly failed: number;
  /** How often each failure was seen, by service and what was answered. */
  readonly failures: ReadonlyMap<string, number>;
  /** The longest time in ms between two answers of a service, by its name. */
  readonly longestGapMs: ReadonlyMap<string, number>;
  readonly p99Ms: number;
  readonly acknowledged: number;
  /** Acknowledged writes that cannot be read: there must be none. */
  readonly missing: readonly Written[];
}

const mostAtOnce = 256;
const loopback = new Set(["127.0.0.1", "localhost"]);

/** Reads and writes at a bounded rate against a Parley on this machine, without retries, and reads back every write that was acknowledged. */
export async function load({ url, adminToken, requestsPerSecond, signal, maxSeconds }: LoadOptions): Promise<LoadReport> {
  if (!loopback.has(new URL(url).hostname)) throw new Error(`The load goes to this machine only, which ${url} is not.`);
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
    const beganMs = performance.now();
    const { status, text } = await customer.send(request.path, request.data(n));
    if (status === 200) tally.answered(request.service, performance.now() - beganMs, request.wrote?.(n));
    else tally.failed(request.service, `${request.path} ${status} ${text.slice(0, 120)}`);
  }
}

class Tally {
  readonly written: Written[] = [];
  readonly #failures = new Map<string, number>();
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

  failed(service: string, answer: string): void {
    const what = `${service}: ${answer}`;
    this.#failures.set(what, (this.#failures.get(what) ?? 0) + 1);
  }

  report(sent: number, missing: readonly Written[]): LoadReport {
    const failed = [...this.#failures.values()].reduce((sum, count) => sum + count, 0);
    const p99Ms = this.#times.sort((a, b) => a - b)[Math.floor(this.#times.length * 0.99)] ?? 0;
    return { sent, failed, failures: this.#failures, longestGapMs: this.#gaps, p99Ms, acknowledged: this.written.length, missing };
  }
}
