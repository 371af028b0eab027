import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { isSame, openBody, signatureProblem } from "./webhook-receiver.ts";

// `npm run webhook:listen`: receives webhooks, verifies them and prints them. An example for authors of receivers.

const help = `Receives Parley's webhooks, verifies their signatures, decrypts them and prints them.

  npm run webhook:listen -- --secret whsec_…

  --secret <whsec_…>      a signing secret, from /v2/workspace/webhooksecret/get; may be given several times.
                          Without one, signatures are not verified.
  --private-key <file>    the private key (PEM) of webhookServiceConfig.publicKey, to decrypt encrypted bodies
  --auth-token <token>    refuse deliveries whose header is not "Authorization: Basic <token>"
  --port <n>              port to listen on (4400; 0 takes a free one)
  --host <address>        address to listen on (127.0.0.1)
  --status <code>         response to a valid delivery (204): 500 to see retries, 410 to end deliveries
  --quiet                 one line per delivery, without its body
  --help                  this text

A server on the same machine sends to it when started with PARLEY_WEBHOOK_ALLOW_HTTP=true and PARLEY_EGRESS_ALLOW=127.0.0.0/8.`;

const values = readOptions();
if (values.help) {
  console.log(help);
  process.exit(0);
}

const privateKey = values["private-key"] === undefined ? undefined : createPrivateKey(readFileSync(values["private-key"]));
const maxBodyBytes = 8 * 1024 * 1024;
const remembered = 10_000;
const seen = new Set<string>();

const server = createServer((request, response) => {
  receive(request, response).catch((error) => {
    console.error(`Refused: ${error instanceof Error ? error.message : error}`);
    if (!response.headersSent) response.writeHead(400).end();
  });
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) return refuse(response, 413, `the body has more than ${maxBodyBytes} bytes`);
  const problem = authProblem(request) ?? proofProblem(request, body);
  if (problem !== undefined) return refuse(response, 401, problem);

  // Open the body before the response, so that an unreadable delivery is repeated. Do long work after the response, which Parley awaits for
  // 15 seconds.
  const event = openBody(body, privateKey);
  response.writeHead(Number(values.status)).end();
  show(request, event);
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function authProblem({ headers }: IncomingMessage): string | undefined {
  const token = values["auth-token"];
  if (token === undefined || isSame(Buffer.from(headers.authorization ?? ""), Buffer.from(`Basic ${token}`))) return undefined;
  return "the auth token differs from the configured one";
}

function proofProblem(request: IncomingMessage, body: Buffer): string | undefined {
  if (values.secret.length === 0) return undefined;
  const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => header(request, name));
  return signatureProblem({ id: id ?? "", timestamp: timestamp ?? "", signature: signature ?? "" }, body, values.secret);
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  console.error(`Refused with ${status}: ${reason}.`);
  response.writeHead(status, { connection: "close" }).end();
}

function show(request: IncomingMessage, event: unknown): void {
  const id = header(request, "webhook-id");
  const { event: trigger, actionType } = event as { event?: unknown; actionType?: unknown };
  // Deliveries arrive at least once: a receiver that acts on them remembers their ids.
  const repeat = seen.has(id) ? "  (again)" : "";
  if (seen.size >= remembered) seen.clear();
  seen.add(id);
  const checked = values.secret.length === 0 ? "unchecked" : "verified";
  console.log(`${new Date().toISOString()}  ${trigger}  ${actionType ?? "-"}  ${id}  ${checked}${repeat}`);
  if (!values.quiet) console.log(JSON.stringify(event, null, 2));
}

function header({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return typeof value === "string" ? value : "";
}

function readOptions() {
  try {
    return parseArgs({
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
    }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help}`);
    process.exit(1);
  }
}

server.on("error", (error) => {
  console.error(`Cannot listen: ${error.message}.`);
  process.exit(1);
});
server.listen(Number(values.port), values.host, () => {
  const { port } = server.address() as AddressInfo;
  console.log(
    `Listening on http://${values.host}:${port}${values.secret.length === 0 ? ", without checking signatures (see --help)" : ""}`,
  );
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
