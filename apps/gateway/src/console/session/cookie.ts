import type { Headers } from "../../credentials/credential-check.ts";

// A browser accepts a cookie with this prefix only from this very host and over TLS: no other site under the same domain can plant one.
const prefix = "__Host-";

/** The value of a request's cookie. Over TLS, only of a cookie that no other site can have planted. */
export function cookieOf({ cookie }: Headers, name: string, isSecure: boolean): string | undefined {
  if (typeof cookie !== "string" || !cookie.includes(name)) return undefined;
  const pairs = cookie.split(";").map((pair) => pair.trim().split("="));
  const find = (wanted: string) => pairs.find(([each]) => each === wanted)?.[1];
  return find(prefix + name) ?? (isSecure ? undefined : find(name));
}

interface CookieOptions {
  readonly expiresAtMs: number;
  readonly isSecure: boolean;
  /** `Lax` cookies are sent when another site links here. */
  readonly sameSite: "Strict" | "Lax";
}

/** The `set-cookie` that stores a value in a browser, inaccessible to scripts; an empty value removes it. */
export function setCookie(name: string, value: string, { expiresAtMs, isSecure, sameSite }: CookieOptions): string {
  const maxAgeS = value === "" ? 0 : Math.max(0, Math.floor((expiresAtMs - Date.now()) / 1_000));
  const attributes = ["Path=/", "HttpOnly", `SameSite=${sameSite}`, `Max-Age=${maxAgeS}`, ...(isSecure ? ["Secure"] : [])];
  return [`${isSecure ? prefix : ""}${name}=${value}`, ...attributes].join("; ");
}
