import { LRUCache } from "lru-cache";

interface CircuitBreakersOptions {
  /** After so many failed calls in a row nothing is called for a while. */
  readonly maxFailures: number;
  readonly pauseMs: number;
  /** A monotonic clock in ms; tests give their own. */
  readonly now?: () => number;
}

interface Circuit {
  failures: number;
  pausedUntilMs: number;
  /** A single call finds out whether the pause can end. */
  probing: boolean;
  lastFault: string;
}

const maxKept = 10_000;

/** Keeps calls from what has failed again and again. By name: one for each provider and key, so that one customer's faults stop nobody else. */
export class CircuitBreakers {
  readonly #options: Required<CircuitBreakersOptions>;
  readonly #circuits = new LRUCache<string, Circuit>({ max: maxKept });

  constructor(options: CircuitBreakersOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  /** How long the pause lasts still and what led to it; undefined lets the call through. Its end is to be recorded with `record`. */
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

  /** How a call that was let through ended: with a fault of the provider, well, or in a way that tells nothing about it. */
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
