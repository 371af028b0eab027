import { Duplex } from "node:stream";
import { connect } from "node:tls";
import { newAuthToken } from "@parley/kernel";
import type { StrangerRequest } from "./stranger-requests.ts";

interface TextOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The bytes of a request, with the headers that a browser would send on the console's pages: a program can send them, too. */
export function requestText({ method, path }: StrangerRequest, host: string, { headers = {}, body = "" }: TextOptions = {}): string {
  const isPage = method === "GET" || method === "HEAD";
  const own: Record<string, string> = isPage ? {} : { origin: `http://${host}`, "content-type": "application/json" };
  const length: Record<string, string | number> = isPage && body === "" ? {} : { "content-length": Buffer.byteLength(body) };
  const lines = Object.entries({ host, ...own, ...length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** Wrong credentials for a public key: well-formed, so that only a look-up reveals them. */
export function wrongCredentials(apiKey: string): Record<string, string> {
  return { "x-svc-api-key": apiKey, "x-svc-auth-token": newAuthToken() };
}

/** A guess at the customer's token. */
export function namedGuess(host: string, apiKey: string): string {
  const headers = wrongCredentials(apiKey);
  return requestText({ method: "POST", path: "/v2/organizations/documents/get" }, host, { headers, body: "{}" });
}

/** The nth guess: well-formed wrong credentials, of every kind in turn, for the routes that accept them. */
export function guess(n: number, host: string): string {
  const token = newAuthToken();
  const name = token.slice(3, 19);
  const ofKey = { "x-svc-api-key": `pk_test_${name}`, "x-svc-auth-token": token };
  const ofWorkspace = { "x-svc-workspace-id": `ws_${name}`, "x-svc-auth-token": token };
  const kinds: readonly (readonly [method: string, path: string, options: TextOptions])[] = [
    ["POST", "/v2/users/get", { headers: ofKey, body: "{}" }],
    ["POST", "/v2/organizations/add", { headers: ofKey, body: "{}" }],
    ["POST", "/v2/workspace/get", { headers: ofWorkspace, body: "{}" }],
    ["POST", "/v2/workspace/create", { headers: { "x-svc-admin-token": token }, body: "{}" }],
    ["POST", "/mcp", { headers: ofKey, body: "{}" }],
    ["POST", "/console/session", { body: JSON.stringify({ workspaceId: `ws_${name}`, token, role: "administrate" }) }],
    ["POST", "/console/session", { body: JSON.stringify({ code: token }) }],
    ["POST", "/console/codes", { headers: ofWorkspace }],
    ["GET", "/console/session", { headers: { cookie: `parley-console=${token}` } }],
    ["DELETE", "/console/session", { headers: { cookie: `parley-console=${token}` } }],
    ["POST", "/console/portal", { headers: { "x-portal-token": token } }],
    ["POST", "/v2/webhooks/deliveries/get", { headers: { "x-portal-token": token }, body: "{}" }],
    ["GET", `/console/oidc/callback?code=${token}&state=${name}`, { headers: { cookie: `parley-sign-in=${token}` } }],
    ["POST", `/unsubscribe?token=${token}`, { headers: { "content-type": "application/x-www-form-urlencoded" } }],
  ];
  const [method, path, options] = kinds[n % kinds.length] as (typeof kinds)[number];
  return requestText({ method, path }, host, options);
}

/** The first bytes of a TLS client (ClientHello). */
export function clientHello(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const wire = new Duplex({
      read: () => undefined,
      write: (bytes: Buffer, _encoding, done) => {
        resolve(bytes);
        done();
      },
    });
    connect({ socket: wire, servername: "localhost" }).once("error", reject);
  });
}
