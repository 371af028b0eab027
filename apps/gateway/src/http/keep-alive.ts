/** How long a connection without a request is kept: longer than load balancers keep theirs, so that it is they who close. */
export const keepAliveMs = 75_000;

// Clients take up to two seconds off what is announced, and keep no connection at all when nothing is left.
const leastSeconds = 4;

/**
 * What answers announce: that connections are kept for less time than a gateway that is told to stop continues answering. Whatever client heeds it has left an
 * idle connection by itself before it is closed, so that no request is under way on one that is.
 */
export function keepAliveHeader(shutdownDelayMs: number): { readonly "keep-alive"?: string } {
  if (shutdownDelayMs === 0) return {};
  return { "keep-alive": `timeout=${Math.max(leastSeconds, Math.ceil(shutdownDelayMs / 1_000) - 1)}` };
}
