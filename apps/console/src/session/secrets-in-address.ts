/**
 * The secret of a webhook portal link: taken from the fragment of the address, which no server sees, and removed from the address before
 * anything else is done. Kept only in memory: after reloading the page, open the link again.
 */
export const isPortal: boolean = location.pathname.startsWith("/console/portal/");

const secret = isPortal ? location.hash.slice(1) : "";
if (secret !== "") history.replaceState(null, "", location.pathname);

/** Whether the address had a secret; after reloading it has none. */
export const hasLinkSecret: boolean = secret !== "";

/** The header that the portal's pages send with every request; none without a secret. */
export function portalHeaders(): Readonly<Record<string, string>> {
  return isPortal ? { "x-portal-token": secret } : {};
}

/**
 * The code of a sign-in link: taken from the fragment of the address, which no server sees, and removed from the address before anything
 * else is done. Used once.
 */
let code = new URLSearchParams(location.hash.slice(1)).get("code") ?? undefined;
if (code !== undefined) history.replaceState(null, "", location.pathname);

export function hasLinkCode(): boolean {
  return code !== undefined;
}

export function takeLinkCode(): string | undefined {
  const taken = code;
  code = undefined;
  return taken;
}
