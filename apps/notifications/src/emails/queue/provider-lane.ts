import { Breaker } from "../../webhooks/delivering/breaker.ts";
import { TokenBucket } from "../../webhooks/delivering/token-bucket.ts";
import { isProviderFault, type SendResult } from "../providers/provider.ts";

interface LaneOptions {
  readonly concurrency: number;
  readonly perSecond: number;
  readonly breakerFailures: number;
}

interface Task {
  readonly run: () => Promise<SendResult>;
  /** Called instead when the provider is left alone, with the time for which it is. */
  readonly putOff: (delayMs: number) => void;
}

const pauseDelayMs = 5_000;
const spreadMs = 2_000;

/** The way to one provider: bounded in what it carries at a time and in a second, and closed for a while when nothing arrives. */
export class ProviderLane {
  readonly #concurrency: number;
  readonly #breaker: Breaker;
  readonly #bucket: TokenBucket;
  readonly #waiting: Task[] = [];
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ concurrency, perSecond, breakerFailures }: LaneOptions) {
    this.#concurrency = concurrency;
    this.#breaker = new Breaker(breakerFailures);
    this.#bucket = new TokenBucket(perSecond, performance.now());
  }

  get running(): number {
    return this.#running;
  }

  /** Whether there is nothing to remember. */
  get isQuiet(): boolean {
    return this.#running === 0 && this.#waiting.length === 0 && this.#breaker.isQuiet;
  }

  /** Most that should be on its way here: none while the provider is left alone, one behind that. */
  get limit(): number {
    return this.#breaker.limitAt(performance.now());
  }

  add(task: Task): void {
    this.#waiting.push(task);
    this.#go();
  }

  /** Begins nothing more. */
  stop(): void {
    clearTimeout(this.#timer);
    for (const { putOff } of this.#waiting.splice(0)) putOff(0);
  }

  #go(): void {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0) {
      const limit = this.limit;
      if (limit === 0) {
        this.#putOffAll();
        return;
      }
      if (this.#running >= Math.min(limit, this.#concurrency)) return;
      const waitMs = this.#bucket.take(performance.now());
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#go(), Math.max(1, waitMs));
        return;
      }
      const task = this.#waiting.shift();
      if (task !== undefined) void this.#run(task);
    }
  }

  #putOffAll(): void {
    for (const { putOff } of this.#waiting.splice(0)) putOff(pauseDelayMs + Math.random() * spreadMs);
  }

  async #run({ run }: Task): Promise<void> {
    this.#running++;
    const result = await run();
    this.#running--;
    if (!isProviderFault(result)) this.#breaker.succeeded();
    else this.#breaker.failed(performance.now());
    if (result.kind !== "accepted" && result.retryAfterMs !== undefined) this.#breaker.pauseUntil(performance.now() + result.retryAfterMs);
    this.#go();
  }
}
