import type { Headers } from "../../credentials/credential-check.ts";
import { cookieOf, setCookie } from "./cookie.ts";

const name = "parley-console";
// A browser counts them as its own machine, and keeps cookies for TLS there without it.
const thisMachine = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** The cookie that holds a sealed session in a browser. */
export class SessionCookie {
  readonly #publicUrl: string | undefined;
  readonly #isHttps: boolean;

  /** Where browsers reach the gateway, when that is known: with https, no cookie is taken that another site can have planted. */
  constructor(publicUrl: string | undefined) {
    this.#publicUrl = publicUrl;
    this.#isHttps = publicUrl !== undefined && new URL(publicUrl).protocol === "https:";
  }

  /** The sealed session of a request. */
  of(headers: Headers): string | undefined {
    return cookieOf(headers, name, this.#isSecure(headers));
  }

  /** The `set-cookie` that stores a session in the browser of a request; an empty value ends it. */
  set(headers: Headers, sealed: string, expiresAtMs: number): string {
    return setCookie(name, sealed, { expiresAtMs, isSecure: this.#isSecure(headers), sameSite: "Strict" });
  }

  /** The address to sign in at, for a page whose browser would not keep the cookie. */
  elsewhere(headers: Headers): string | undefined {
    const isKept = !this.#isSecure(headers) || speaksTls(headers) || thisMachine.test(String(headers.host));
    return isKept ? undefined : this.#publicUrl;
  }

  #isSecure(headers: Headers): boolean {
    return this.#isHttps || speaksTls(headers);
  }
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

/**
 * Whether the browser uses TLS, whatever proxies there are between it and the gateway: by its page's origin, which it does not name when it
 * only reads, or by the outermost proxy. A proxy is believed here without being trusted: to claim TLS opens nothing.
 */
function speaksTls(headers: Headers): boolean {
  if (isFromOwnPage(headers)) return String(headers.origin).startsWith("https:");
  const [scheme = ""] = String(headers["x-forwarded-proto"] ?? "").split(",");
  return scheme.trim().toLowerCase() === "https";
}
