const turns = 64;

/**
 * Lets a listener accept who already waits, before it is closed: each turn of the loop accepts one connection, and whoever still waits when the
 * socket closes is reset.
 */
export async function drainBacklog(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}

/**
 * Calls `closeIdle` every `everyMs`, each time only after what has arrived meanwhile was read: when the loop is late, a connection looks idle
 * although a request stands in its buffer. Returns a function that ends it.
 */
export function closeIdlePeriodically(everyMs: number, closeIdle: () => void): () => void {
  const sweep = setInterval(() => setImmediate(closeIdle), everyMs);
  return () => clearInterval(sweep);
}
