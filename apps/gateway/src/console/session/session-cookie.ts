import type { Headers } from "../../credentials/credential-check.ts";
import { cookieOf, setCookie } from "./cookie.ts";

const name = "parley-console";

/** The sealed session of a request. */
export function sessionCookieOf(headers: Headers): string | undefined {
  return cookieOf(headers, name, isFromOwnPage(headers) && speaksTls(headers));
}

/** The `set-cookie` that stores a session in a browser; an empty value ends it. */
export function sessionCookie(sealed: string, { expiresAtMs, isSecure }: { expiresAtMs: number; isSecure: boolean }): string {
  return setCookie(name, sealed, { expiresAtMs, isSecure, sameSite: "Strict" });
}

/**
 * Whether a request comes from a page of this very origin. The browser says so itself, in headers that no page can set; a request without
 * them is refused. `SameSite=Strict` alone would admit other ports and subdomains of the same site.
 */
export function isFromOwnPage(headers: Headers): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  if (typeof origin !== "string" || typeof host !== "string" || !URL.canParse(origin)) return false;
  return new URL(origin).host === host.toLowerCase();
}

/** Whether the browser uses TLS, whatever proxies there are between it and the gateway. */
export function speaksTls({ origin }: Headers): boolean {
  return typeof origin === "string" && origin.startsWith("https:");
}
