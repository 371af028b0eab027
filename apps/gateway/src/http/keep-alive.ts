/** How long a connection without a request is kept: longer than load balancers keep theirs, so that they are the ones to close. */
export const keepAliveMs = 75_000;

// Clients subtract up to two seconds from the announced time, and keep no connection at all when nothing is left.
const leastSeconds = 4;

/**
 * The keep-alive time in responses: shorter than the time for which a stopping gateway keeps serving. So a client that obeys it has closed
 * an idle connection itself before the gateway does, and no request is lost on the way.
 */
export function keepAliveHeader(shutdownDelayMs: number): { readonly "keep-alive"?: string } {
  if (shutdownDelayMs === 0) return {};
  return { "keep-alive": `timeout=${Math.max(leastSeconds, Math.ceil(shutdownDelayMs / 1_000) - 1)}` };
}
