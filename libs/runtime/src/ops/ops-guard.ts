import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { tokenIn } from "@parley/rpc";

export interface OpsAccess {
  /** The bearer token for everything but the probes; undefined requires none. */
  readonly token: string | undefined;
  /** Host names that are allowed in addition to `localhost` and addresses. */
  readonly hosts: readonly string[];
}

/** The response to a refused request. */
interface Refusal {
  readonly status: 401 | 403 | 415;
  readonly error: string;
}

/**
 * Whether an ops request may be served. The port refuses browsers: a web page that an operator visits could send requests from the
 * operator's machine unnoticed (by a form or an image), or read responses by DNS rebinding, under the page's own host name. Programs
 * authenticate by the token, if one is set; the probes need none.
 */
export function refusalOf(request: IncomingMessage, { isOpen }: { isOpen: boolean }, { token, hosts }: OpsAccess): Refusal | undefined {
  const { origin, host, authorization } = request.headers;
  const site = request.headers["sec-fetch-site"];
  // `none` means that a person typed the address.
  if (origin !== undefined || (site !== undefined && site !== "none" && site !== "same-origin")) {
    return { status: 403, error: "This port does not serve requests of web pages." };
  }
  if (isOpen) return undefined;
  if (!isKnownHost(host ?? "", hosts)) {
    return { status: 403, error: `Requests for the host ${JSON.stringify((host ?? "").slice(0, 100))} are not served here.` };
  }
  if (token !== undefined && !sameText(tokenIn(authorization), token)) {
    return { status: 401, error: "The ops token is missing or wrong." };
  }
  if (request.method === "POST" && !/^application\/json *(;|$)/i.test(request.headers["content-type"] ?? "")) {
    return { status: 415, error: "The content-type of a POST must be application/json." };
  }
  return undefined;
}

function isKnownHost(host: string, hosts: readonly string[]): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? "";
  return name === "localhost" || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0 || hosts.includes(name);
}

function sameText(given: string | undefined, expected: string): boolean {
  return given !== undefined && timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
