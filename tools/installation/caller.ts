import { Agent, request } from "undici";

export type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  /** Whether it is the stored response of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  readonly text: string;
}

const answeredWithinMs = 60_000;

/** Calls the API with one set of credentials. */
export class Caller {
  readonly url: string;
  /** The credentials and the body's content type. */
  readonly headers: Headers;
  readonly #agent = new Agent({ connections: 64, keepAliveTimeout: 4_000, connect: { timeout: 1_000 } });

  constructor(url: string, credentials: Headers) {
    this.url = url;
    this.headers = { "content-type": "application/json", ...credentials };
  }

  /** Sends the request and returns any response. Fails when there is none in time. */
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

  /** Returns `result.data` of the response. Fails when it is not a success. */
  // biome-ignore lint/suspicious/noExplicitAny: responses of every type
  async ask<Data = any>(path: string, data: object): Promise<Data> {
    const { status, text } = await this.post(path, data);
    if (status >= 300) throw new Error(`${path} failed with status ${status}: ${text.slice(0, 500)}`);
    return (JSON.parse(text) as { result: { data: Data } }).result.data;
  }

  /** Like `ask`, but also fails when an item failed. */
  async arrange(path: string, data: object): Promise<void> {
    const answer = JSON.stringify(await this.ask(path, data));
    if (answer.includes('"success":false')) throw new Error(`${path} answered ${answer}`);
  }

  /**
   * Returns `result.data` of the response, or undefined when the installation is unavailable or the outcome is open. Fails when the request
   * is refused.
   */
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
