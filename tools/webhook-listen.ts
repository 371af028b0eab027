import { timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { type AnyEvent, unwrapWebhook, WebhookVerificationError } from "@parley/sdk";

// `npm run webhook:listen`: receives webhooks with the client for TypeScript, and prints them.

const help = `Receives Parley's webhooks, verifies their signatures, decrypts them and prints them.

  npm run webhook:listen -- --secret whsec_…

  --secret <whsec_…>      a signing secret, from /v2/workspace/webhooksecret/get; may be given several times
  --private-key <file>    the private key (PEM) of webhookServiceConfig.publicKey, to decrypt encrypted bodies
  --auth-token <token>    refuse deliveries whose header is not "Authorization: Basic <token>"
  --port <n>              port to listen on (4400; 0 takes a free one)
  --host <address>        address to listen on (127.0.0.1)
  --status <code>         response to a valid delivery (204): 500 to see retries, 410 to end deliveries
  --quiet                 one line per delivery, without its body
  --help                  this text

A server on the same machine sends to it when started with PARLEY_WEBHOOK_ALLOW_HTTP=true and PARLEY_EGRESS_ALLOW=127.0.0.0/8.`;

const { values } = parseArgs({
  options: {
    secret: { type: "string", multiple: true, default: [] },
    "private-key": { type: "string" },
    "auth-token": { type: "string" },
    port: { type: "string", default: "4400" },
    host: { type: "string", default: "127.0.0.1" },
    status: { type: "string", default: "204" },
    quiet: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help || values.secret.length === 0) {
  console.log(help);
  process.exit(values.help ? 0 : 1);
}

const keyFile = values["private-key"];
const privateKey = keyFile === undefined ? undefined : readFileSync(keyFile, "utf8");
const seen = new Set<string>();

const server = createServer((request, response) => {
  receive(request, response).catch((error: Error) => {
    refuse(response, error instanceof WebhookVerificationError ? 401 : 400, error.message);
  });
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  if (!isAuthorized(request)) return refuse(response, 401, "The auth token differs from the configured one.");
  // Before the response, so that an unreadable delivery is repeated. Long work belongs after it: Parley waits 15 seconds for a response.
  const event = await unwrapWebhook<AnyEvent>(body, request.headers, values.secret, { privateKey });
  response.writeHead(Number(values.status)).end();
  show(String(request.headers["webhook-id"]), event);
}

function isAuthorized({ headers }: IncomingMessage): boolean {
  const token = values["auth-token"];
  if (token === undefined) return true;
  const [given, expected] = [Buffer.from(headers.authorization ?? ""), Buffer.from(`Basic ${token}`)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  console.error(`Refused with ${status}: ${reason}`);
  if (!response.headersSent) response.writeHead(status, { connection: "close" }).end();
}

function show(id: string, event: AnyEvent): void {
  // Deliveries arrive at least once: a receiver that acts on them remembers their ids.
  const repeat = seen.has(id) ? "  (again)" : "";
  seen.add(id);
  console.log(`${new Date().toISOString()}  ${event.event}  ${"actionType" in event ? event.actionType : "-"}  ${id}${repeat}`);
  if (!values.quiet) console.log(JSON.stringify(event, null, 2));
}

server.listen(Number(values.port), values.host, () => {
  console.log(`Listening on http://${values.host}:${(server.address() as AddressInfo).port}`);
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
