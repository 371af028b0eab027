/**
 * The secret of a link to the webhook pages: in the fragment of its address, which no server sees, and out of the address before anything else is
 * done. Kept in memory alone: whoever loads the page again opens the link again.
 */
export const isPortal: boolean = location.pathname.startsWith("/console/portal/");

const secret = isPortal ? location.hash.slice(1) : "";
if (secret !== "") history.replaceState(null, "", location.pathname);

/** What the pages of a link show with every request; empty when the link has none. */
export function portalHeaders(): Readonly<Record<string, string>> {
  return isPortal ? { "x-portal-token": secret } : {};
}
