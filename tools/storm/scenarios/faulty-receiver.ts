import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decrypt, type Encrypted } from "../../../apps/notifications/test/webhooks/decrypt.ts";
import { endpointFailures } from "../../../libs/testing/src/endpoint-failures.ts";
import { isSigned } from "../../promises/signed-receiver.ts";

/**
 * A customer's endpoints, which fail three requests in ten, in every way of real endpoints. Every attempt is checked, whatever its
 * response.
 */
export interface FaultyReceiver {
  readonly url: string;
  /** For encrypted bodies, in base64. */
  readonly publicKey: string;
  /** Path and text of each accepted webhook. A pair occurs twice if two webhooks with different ids contained it. */
  readonly accepted: Iterable<string>;
  /** Attempts with a wrong signature or encryption, and bodies or ids that changed between attempts. */
  readonly problems: readonly string[];
  /** Missing numbers of a document's events in accepted webhooks, one sentence per path. */
  gaps(): string[];
  close(): Promise<void>;
}

interface ReceiverOptions {
  /** The signing secret of a path's deliveries. */
  readonly secretOf: (path: string) => string;
  readonly isEncrypted: boolean;
}

/** Longer than the sender waits; see `stage.ts`. */
const tooLongMs = 1_500;
const failingShare = 0.3;
const failures = endpointFailures(tooLongMs);

export async function startFaultyReceiver({ secretOf, isEncrypted }: ReceiverOptions): Promise<FaultyReceiver> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const accepted = new Map<string, string>();
  const problems: string[] = [];
  const bodies = new Map<string, string>();
  const ids = new Map<string, string>();
  const keys = new Set<string>();
  const sequences = new Map<string, Map<number, string>>();

  const check = (id: string, { headers, url = "" }: IncomingMessage, body: Buffer, text: string, told: string) => {
    if (!isSigned(secretOf(url), body, headers)) problems.push(`${id} is not signed with the secret of ${url}`);
    if ((bodies.get(id) ?? text) !== text) problems.push(`the body of ${id} changed from one attempt to the next`);
    bodies.set(id, text);
    if ((ids.get(told) ?? id) !== id) problems.push(`${told} arrived under two ids`);
    ids.set(told, id);
    if (!isEncrypted) return;
    const { encryptedKey } = JSON.parse(body.toString("utf8")) as { encryptedKey?: string };
    if (encryptedKey === undefined || keys.has(encryptedKey)) problems.push(`${id} was not encrypted with a new key`);
    keys.add(encryptedKey ?? "");
  };
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const id = String(request.headers["webhook-id"]);
    const sent = body.toString("utf8");
    const text = isEncrypted ? decrypt(JSON.parse(sent) as Encrypted, privateKey) : sent;
    const { targetComment, sequence } = JSON.parse(text) as { targetComment: { commentText: string }; sequence: number };
    const told = `${request.url} ${targetComment.commentText}`;
    check(id, request, body, text, told);
    const accept = () => {
      accepted.set(id, told);
      const ofPath = sequences.get(request.url ?? "") ?? new Map<number, string>();
      if ((ofPath.get(sequence) ?? id) !== id) problems.push(`${ofPath.get(sequence)} and ${id} have one sequence, ${sequence}`);
      sequences.set(request.url ?? "", ofPath.set(sequence, id));
    };
    if (Math.random() < failingShare) return failures[Math.floor(Math.random() * failures.length)]?.answer(response, accept);
    accept();
    response.end();
  };
  const server = createServer((request, response) => {
    receive(request, response).catch((error: Error) => {
      // The caller may be killed in the middle; a complete body must be readable.
      if (request.complete) problems.push(`${request.headers["webhook-id"]} cannot be read: ${error.message}`);
      response.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
    get accepted() {
      return accepted.values();
    },
    problems,
    gaps: () =>
      [...sequences].flatMap(([path, ofPath]) => {
        const missing = Math.max(...ofPath.keys()) - ofPath.size;
        return missing === 0 ? [] : [`${missing} numbers of the document's events did not arrive at ${path}`];
      }),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
