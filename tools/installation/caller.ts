import { Agent, request } from "undici";

export type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  /** Whether it is the kept one of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  readonly text: string;
}

const answeredWithinMs = 60_000;

/** Asks the API with one set of credentials. */
export class Caller {
  readonly url: string;
  /** The credentials, and of what type the body is. */
  readonly headers: Headers;
  readonly #agent = new Agent({ connections: 64, keepAliveTimeout: 4_000, connect: { timeout: 1_000 } });

  constructor(url: string, credentials: Headers) {
    this.url = url;
    this.headers = { "content-type": "application/json", ...credentials };
  }

  /** Sends it, whatever it is answered. Fails when it is not answered in time. */
  async post(path: string, data: object, withinMs = answeredWithinMs, headers: Headers = {}): Promise<Answer> {
    const answer = await request(this.url + path, {
      method: "POST",
      dispatcher: this.#agent,
      headers: { ...this.headers, ...headers },
      body: JSON.stringify({ data }),
      signal: AbortSignal.timeout(withinMs),
    });
    return { status: answer.statusCode, replayed: answer.headers["idempotent-replayed"] === "true", text: await answer.body.text() };
  }

  /** `result.data` of the answer. Fails when it is no success. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every form
  async ask<Data = any>(path: string, data: object): Promise<Data> {
    const { status, text } = await this.post(path, data);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text.slice(0, 500)}`);
    return (JSON.parse(text) as { result: { data: Data } }).result.data;
  }

  /** As `ask`, and fails when one of the items did. */
  async arrange(path: string, data: object): Promise<void> {
    const answer = JSON.stringify(await this.ask(path, data));
    if (answer.includes('"success":false')) throw new Error(`${path} answered ${answer}`);
  }

  /** `result.data` of the answer; nothing when there is none, because the installation is away or has not made up its mind. Fails when it is refused. */
  async tryAsk(path: string, data: object): Promise<Readonly<Record<string, unknown>> | undefined> {
    const answer = await this.post(path, data, 5_000).catch(() => undefined);
    if (answer === undefined || answer.status >= 500) return undefined;
    const { result } = JSON.parse(answer.text) as { result?: { data: Record<string, unknown> } };
    if (result === undefined) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return result.data;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
