import { LRUCache } from "lru-cache";

interface CircuitBreakersOptions {
  /** Failed calls in a row after which calls are paused. */
  readonly maxFailures: number;
  readonly pauseMs: number;
  /** A monotonic clock in ms, for tests. */
  readonly now?: () => number;
}

interface Circuit {
  failures: number;
  pausedUntilMs: number;
  /** A single call probes whether the pause can end. */
  probing: boolean;
  lastFault: string;
}

const maxKept = 10_000;

/** Pauses calls after repeated failures. One breaker for each name (provider, key and model), so that neither another
 * customer nor another model is affected. */
export class CircuitBreakers {
  readonly #options: Required<CircuitBreakersOptions>;
  readonly #circuits = new LRUCache<string, Circuit>({ max: maxKept });

  constructor(options: CircuitBreakersOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  /** The remaining time of the pause and its cause; undefined admits the call, whose outcome must be reported with `record`. */
  pause(name: string): { leftMs: number; lastFault: string } | undefined {
    const circuit = this.#circuits.get(name);
    if (circuit === undefined || circuit.failures < this.#options.maxFailures) return undefined;
    const leftMs = circuit.pausedUntilMs - this.#options.now();
    if (leftMs <= 0 && !circuit.probing) {
      circuit.probing = true;
      return undefined;
    }
    return { leftMs: Math.max(leftMs, 0), lastFault: circuit.lastFault };
  }

  /** The outcome of an admitted call: a fault of the provider, a success, or an outcome that says nothing about the provider. */
  record(name: string, end: { fault: string } | "success" | "unknown"): void {
    if (end === "success") {
      this.#circuits.delete(name);
      return;
    }
    const circuit = this.#circuits.get(name) ?? { failures: 0, pausedUntilMs: 0, probing: false, lastFault: "" };
    circuit.probing = false;
    if (end !== "unknown") {
      circuit.failures++;
      circuit.lastFault = end.fault;
      circuit.pausedUntilMs = this.#options.now() + this.#options.pauseMs;
    }
    if (circuit.failures > 0) this.#circuits.set(name, circuit);
  }
}
