import type { Headers } from "../../credentials/credential-check.ts";
import { cookieOf, setCookie } from "./cookie.ts";

const name = "parley-console";
// Browsers treat these hosts as the local machine, and keep `Secure` cookies there without TLS.
const thisMachine = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** The cookie that holds a sealed session in a browser. */
export class SessionCookie {
  readonly #publicUrl: string | undefined;
  readonly #isHttps: boolean;

  /**
   * `publicUrl` is the gateway's address for browsers, if known: with https, only cookies that no other site can have planted are accepted.
   */
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

  /** The address to sign in at instead, for a page whose browser would not keep the cookie. */
  elsewhere(headers: Headers): string | undefined {
    const isKept = !this.#isSecure(headers) || speaksTls(headers) || thisMachine.test(String(headers.host));
    return isKept ? undefined : this.#publicUrl;
  }

  #isSecure(headers: Headers): boolean {
    return this.#isHttps || speaksTls(headers);
  }
}

/**
 * Whether a request comes from a page of this very origin. The browser says so in headers that no page can set; a request without them is
 * refused. `SameSite=Strict` alone would admit other ports and subdomains of the same site.
 */
export function isFromOwnPage(headers: Headers): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  if (typeof origin !== "string" || typeof host !== "string" || !URL.canParse(origin)) return false;
  return new URL(origin).host === host.toLowerCase();
}

/**
 * Whether the browser uses TLS, however many proxies are in between. The page's origin tells this, or for plain reads, in which browsers
 * send no origin, the outermost proxy. The header of a proxy need not be trusted here, because it grants nothing.
 */
function speaksTls(headers: Headers): boolean {
  if (isFromOwnPage(headers)) return String(headers.origin).startsWith("https:");
  const [scheme = ""] = String(headers["x-forwarded-proto"] ?? "").split(",");
  return scheme.trim().toLowerCase() === "https";
}
