import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { signatureProblem } from "../webhook-receiver.ts";

const arrivedWithinMs = 60_000;

/**
 * A customer's two endpoints while the secret is rotated: `/unchanged` has not been given a new one yet and believes the first alone, `/changing` believes
 * the newest and the one before it.
 */
export class SignedReceiver implements AsyncDisposable {
  readonly #secrets: string[] = [];
  readonly #ids = new Set<string>();
  readonly #server: Server;
  /** Attempts, and a sentence for each that was not signed by a secret of its endpoint. */
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

  /** Waits for so many ids. Fails when they do not come. */
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
    const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => String(headers[name] ?? ""));
    const believed = url === "/unchanged" ? this.#secrets.slice(0, 1) : this.#secrets.slice(-2);
    const problem = signatureProblem({ id: id ?? "", timestamp: timestamp ?? "", signature: signature ?? "" }, body, believed);
    this.deliveries++;
    this.#ids.add(`${url} ${id}`);
    if (problem !== undefined) this.unverified.push(`${id} at ${url}: ${problem}`);
  }
}
