import { currentContext, remainingMs } from "@parley/kernel";
import { HttpFailure } from "../errors/http-failure.ts";

// ms that a request without a deadline of its own may wait.
const longestTimeMs = 60_000;

/** A request that waits in a queue. */
export interface Waiting {
  readonly sinceMs: number;
  /** Its position when it arrived: 1 for the first, counting running and waiting requests. */
  readonly place: number;
  readonly begin: () => void;
}

/**
 * Waits in a tenant's queue until `begin` is called. `onFirst` is called when nobody waited before. Fails with RESOURCE_EXHAUSTED when the
 * request's time ends before, and with ABORTED when its client disconnects.
 */
export async function waitIn(
  queue: Set<Waiting>,
  { name, place }: { readonly name: string; readonly place: number },
  onFirst: () => void,
): Promise<void> {
  const { promise, resolve: begin, reject } = Promise.withResolvers<void>();
  const signal = currentContext()?.signal;
  const waiting = { sinceMs: performance.now(), place, begin };
  // Leaves the queue at once, so that no turn is given to a request that has given up.
  const giveUp = (error: HttpFailure) => {
    queue.delete(waiting);
    reject(error);
  };
  const onGone = () => giveUp(new HttpFailure("aborted", "The client disconnected."));
  const timer = setTimeout(() => giveUp(queueIsFull(name)), remainingMs(longestTimeMs));
  signal?.addEventListener("abort", onGone);
  queue.add(waiting);
  if (queue.size === 1) onFirst();
  await promise.finally(() => {
    queue.delete(waiting);
    clearTimeout(timer);
    signal?.removeEventListener("abort", onGone);
  });
}

/** The error for a request whose tenant has too many others before it. */
export function queueIsFull(name: string, headers: Readonly<Record<string, string>> = {}): HttpFailure {
  const message = `The service is busy, and ${name} has too many requests waiting. Try again.`;
  return new HttpFailure("resource_exhausted", message, { headers, shed: true });
}
