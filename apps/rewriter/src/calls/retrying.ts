import { setTimeout as delay } from "node:timers/promises";
import { doubledMs } from "@parley/kernel";
import { ProviderFault } from "../providers/provider-fault.ts";
import type { Deadline } from "./deadline.ts";

export interface RetryPolicy {
  /** Most attempts of one call, including the first. */
  readonly maxAttempts: number;
  /** The delay before the second attempt; it doubles with each further one. */
  readonly firstDelayMs: number;
}

const maxDelayMs = 8_000;

/**
 * Repeats an attempt while its fault may be temporary: a rate limit, a fault of the provider, a lost connection. `Retry-After` is obeyed;
 * when it exceeds the remaining time, the fault is returned at once. The rule is the same for all providers and replaces the SDKs' own: one
 * SDK has none, the others call again before a long `Retry-After` is over and have no deadline for all attempts together.
 */
export async function retrying<Result>(policy: RetryPolicy, deadline: Deadline, attempt: () => Promise<Result>): Promise<Result> {
  for (let number = 1; ; number++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ProviderFault) || !error.retryable || number >= policy.maxAttempts) throw error;
      const waitMs = error.retryAfterMs ?? delayMs(policy, number);
      if (waitMs >= deadline.leftMs()) throw error;
      await delay(waitMs, undefined, { signal: deadline.signal });
    }
  }
}

// Jitter keeps callers that failed together from retrying together.
function delayMs({ firstDelayMs }: RetryPolicy, number: number): number {
  return doubledMs(number, firstDelayMs, maxDelayMs) * (0.75 + Math.random() * 0.25);
}
