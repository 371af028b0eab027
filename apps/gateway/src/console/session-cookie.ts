import type { Headers } from "../credentials/credential-check.ts";

const plainName = "parley-console";
// A browser takes a cookie of this prefix from this very host and over TLS only: no neighbour under the same domain can plant one.
const secureName = `__Host-${plainName}`;

/** The sealed session that a request carries. */
export function sessionCookieOf({ cookie }: Headers): string | undefined {
  if (typeof cookie !== "string" || !cookie.includes(plainName)) return undefined;
  const pairs = cookie.split(";").map((pair) => pair.trim().split("="));
  const find = (wanted: string) => pairs.find(([name]) => name === wanted)?.[1];
  return find(secureName) ?? find(plainName);
}

/** The `set-cookie` that keeps a session in a browser; an empty one ends it. */
export function sessionCookie(sealed: string, { expiresAtMs, isSecure }: { expiresAtMs: number; isSecure: boolean }): string {
  const maxAgeS = sealed === "" ? 0 : Math.max(0, Math.floor((expiresAtMs - Date.now()) / 1_000));
  const attributes = ["Path=/", "HttpOnly", "SameSite=Strict", `Max-Age=${maxAgeS}`, ...(isSecure ? ["Secure"] : [])];
  return [`${isSecure ? secureName : plainName}=${sealed}`, ...attributes].join("; ");
}

/**
 * Whether a request comes from a page of this very origin. The browser says so itself, in headers that no page can set; one that says nothing is not
 * believed. `SameSite=Strict` alone would let in what comes from other ports and subdomains of the same site.
 */
export function isFromOwnPage(headers: Headers): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  if (typeof origin !== "string" || typeof host !== "string" || !URL.canParse(origin)) return false;
  return new URL(origin).host === host.toLowerCase();
}

/** Whether the browser speaks TLS, whatever lies between it and the gateway. */
export function speaksTls({ origin }: Headers): boolean {
  return typeof origin === "string" && origin.startsWith("https:");
}
