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
