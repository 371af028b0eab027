const turns = 64;

/**
 * Lets a listener accept the connections that are already waiting, before it is closed: each turn of the event loop accepts one, and those
 * still waiting when the socket closes are reset.
 */
export async function drainBacklog(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}

/**
 * Calls `closeIdle` every `everyMs`, each time after pending input was read: while the event loop is late, a connection looks idle although
 * its buffer holds a request. Returns a function that stops it.
 */
export function closeIdlePeriodically(everyMs: number, closeIdle: () => void): () => void {
  const sweep = setInterval(() => setImmediate(closeIdle), everyMs);
  return () => clearInterval(sweep);
}
