/** How long an idle connection is kept: longer than load balancers keep theirs, so that they close first. */
export const keepAliveMs = 75_000;

// Clients subtract up to two seconds from the announced time, and keep no connection when nothing remains.
const leastSeconds = 4;

/**
 * The keep-alive time announced in responses: shorter than the time for which a stopping gateway keeps serving. A client that obeys it
 * closes an idle connection before the gateway does, so no request is lost on the way.
 */
export function keepAliveHeader(shutdownDelayMs: number): { readonly "keep-alive"?: string } {
  if (shutdownDelayMs === 0) return {};
  return { "keep-alive": `timeout=${Math.max(leastSeconds, Math.ceil(shutdownDelayMs / 1_000) - 1)}` };
}
