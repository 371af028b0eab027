import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

export interface OpsAccess {
  /** The bearer token for everything but the probes; undefined asks for none. */
  readonly token: string | undefined;
  /** Values of `Host` that are allowed besides `localhost` and addresses. */
  readonly hosts: readonly string[];
}

/** Why a request is refused. */
interface Refusal {
  readonly status: 401 | 403 | 415;
  readonly error: string;
}

/**
 * Whether an ops request may be served. The port refuses browsers: a page that an operator visits could send requests from the operator's
 * own machine, some of them unasked (a form, an image), or read responses under its own name that resolves to here (DNS rebinding).
 * Programs authenticate by their token, where one is set; what is open, the probes, needs none.
 */
export function refusalOf(request: IncomingMessage, { isOpen }: { isOpen: boolean }, { token, hosts }: OpsAccess): Refusal | undefined {
  const { origin, host, authorization } = request.headers;
  const site = request.headers["sec-fetch-site"];
  // `none` is a person who typed the address.
  if (origin !== undefined || (site !== undefined && site !== "none" && site !== "same-origin")) {
    return { status: 403, error: "Requests of web pages are not answered here." };
  }
  if (isOpen) return undefined;
  if (!isKnownHost(host ?? "", hosts)) {
    return { status: 403, error: `Requests for the host ${JSON.stringify((host ?? "").slice(0, 100))} are not answered here.` };
  }
  if (token !== undefined && !sameText(authorization ?? "", `Bearer ${token}`)) {
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

function sameText(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
