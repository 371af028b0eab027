import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Webhook } from "standardwebhooks";

const arrivedWithinMs = 60_000;

/**
 * A customer's two endpoints during a rotation of the secret: `/unchanged` has not received a new secret and accepts only the first,
 * `/changing` accepts the newest and the previous one.
 */
export class SignedReceiver implements AsyncDisposable {
  readonly #secrets: string[] = [];
  readonly #ids = new Set<string>();
  readonly #server: Server;
  /** Delivery attempts, and a sentence for each that no secret of its endpoint signed. */
  deliveries = 0;
  readonly unverified: string[] = [];

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      this.#receive(request, Buffer.concat(chunks));
      response.end();
    });
  }

  static async start(): Promise<SignedReceiver> {
    const receiver = new SignedReceiver();
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  url(path: "/unchanged" | "/changing"): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  learn(secret: string): void {
    this.#secrets.push(secret);
  }

  /** Waits for that many ids. Fails when they do not arrive. */
  async until(ids: number): Promise<void> {
    const deadline = performance.now() + arrivedWithinMs;
    for (; this.#ids.size < ids; await delay(50)) {
      if (performance.now() > deadline) throw new Error(`${this.#ids.size} of ${ids} webhooks arrived within ${arrivedWithinMs} ms.`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #receive({ url = "", headers }: IncomingMessage, body: Buffer): void {
    const believed = url === "/unchanged" ? this.#secrets.slice(0, 1) : this.#secrets.slice(-2);
    this.deliveries++;
    this.#ids.add(`${url} ${headers["webhook-id"]}`);
    if (!believed.some((secret) => isSigned(secret, body, headers)))
      this.unverified.push(`${headers["webhook-id"]} at ${url} is signed with no known secret`);
  }
}

/** Whether this secret signed the delivery, by the library of Standard Webhooks. */
export function isSigned(secret: string, body: Buffer, headers: IncomingMessage["headers"]): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}
