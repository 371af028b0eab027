import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A customer's endpoint that fails three calls in ten, in every way that endpoints have. */
export interface FaultyReceiver {
  readonly url: string;
  /** The text that each webhook told of, for each id that was accepted; twice when two ids told of the same. */
  readonly accepted: Iterable<string>;
  /** Signatures that do not fit, bodies that changed from one attempt to the next. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/** Longer than the deliverer waits; see `stage.ts`. */
const tooLongMs = 1_500;
const failingShare = 0.3;

type Failure = (response: ServerResponse, accept: () => void) => Promise<void> | void;

const failures: readonly Failure[] = [
  (response) => void response.writeHead(500).end("no"),
  (response) => void response.writeHead(503, { "retry-after": "1" }).end(),
  (response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
  (response) => void response.socket?.resetAndDestroy(),
  // A success by its status, which is what counts, although the rest never comes.
  (response, accept) => {
    accept();
    response.writeHead(200, { "content-length": "100" });
    response.write("ha", () => response.socket?.resetAndDestroy());
  },
  // A success that comes when nobody waits for it any more.
  async (response) => {
    await delay(tooLongMs);
    response.writeHead(200).end();
  },
];

export async function startFaultyReceiver(secret: string): Promise<FaultyReceiver> {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const accepted = new Map<string, string>();
  const bodies = new Map<string, string>();
  const problems: string[] = [];

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    const id = String(request.headers["webhook-id"]);
    if (!isSigned(key, request, body)) problems.push(`${id} is not signed with the secret`);
    if ((bodies.get(id) ?? body) !== body) problems.push(`the body of ${id} changed from one attempt to the next`);
    bodies.set(id, body);
    const accept = () => accepted.set(id, (JSON.parse(body) as { targetComment: { text: string } }).targetComment.text);
    if (Math.random() < failingShare) return failures[Math.floor(Math.random() * failures.length)]?.(response, accept);
    accept();
    response.writeHead(200).end();
  };
  const server = createServer((request, response) => {
    // Whoever calls may be killed in the middle.
    receive(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    get accepted() {
      return accepted.values();
    },
    problems,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function isSigned(key: Buffer, { headers }: IncomingMessage, body: string): boolean {
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const right = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return String(headers["webhook-signature"]).split(" ").includes(right);
}
