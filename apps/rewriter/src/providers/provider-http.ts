import { Pool } from "undici";
import { currentExchange } from "./exchange.ts";
import { isSuccess, ProviderRequest } from "./provider-request.ts";

interface ProviderHttpOptions {
  readonly baseUrl: string;
  readonly maxConnections: number;
  /** Largest answer; one that is larger is not read to its end. */
  readonly maxAnswerBytes: number;
}

const connectTimeoutMs = 5_000;
const keepAliveMs = 30_000;

/**
 * The connections to one provider, kept alive between calls, bounded in what is read over them and seen by the exchange. Redirects are not followed, so
 * that no key goes to another host.
 */
export class ProviderHttp {
  readonly #basePath: string;
  readonly #pool: Pool;

  constructor({ baseUrl, maxConnections, maxAnswerBytes }: ProviderHttpOptions) {
    const { origin, pathname } = new URL(baseUrl);
    this.#basePath = pathname === "/" ? "" : pathname;
    this.#pool = new Pool(origin, {
      connections: maxConnections,
      connect: { timeout: connectTimeoutMs },
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      maxResponseSize: maxAnswerBytes,
      allowH2: false,
      // Every call ends by its signal, which covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** What an SDK sends its requests with, at a third of the cost of the global one. */
  readonly fetch: typeof globalThis.fetch = async (url, init = {}) => {
    const { pathname, search } = new URL(String(url));
    const { method = "GET", headers, body, signal } = init;
    const request = new ProviderRequest({ exchange: currentExchange(), signal: signal ?? undefined, takesEvents: true });
    const pairs = headers instanceof Headers ? headers : new Headers(headers);
    const { status, contentType, text, events } = await request.send(this.#pool, {
      method: method as "POST",
      path: pathname + search,
      headers: Object.fromEntries(pairs),
      body: body as string,
    });
    const about = { status, headers: { "content-type": contentType } };
    return events === undefined ? new ReadResponse(text, about) : new Response(events, about);
  };

  /** Posts to a path below the base URL, without an SDK, and returns what a success holds. Fails otherwise; the exchange says how. */
  readonly postJson: PostJson = async (path, { headers, body, signal }) => {
    const request = new ProviderRequest({ exchange: currentExchange(), signal, takesEvents: false });
    const { status, text } = await request.send(this.#pool, {
      method: "POST",
      path: this.#basePath + path,
      headers: { ...headers, accept: "application/json", "content-type": "application/json", "user-agent": "Parley" },
      body: JSON.stringify(body),
    });
    if (!isSuccess(status)) throw new Error(`The provider answered with status ${status}.`);
    return JSON.parse(text);
  };

  /** Settles when the calls that run have ended. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly signal: AbortSignal;
}

export type PostJson = (path: string, request: PostRequest) => Promise<unknown>;

/** A response whose body has been read: handing it over as a stream again would cost a fifth of the call. */
class ReadResponse extends Response {
  override readonly text: () => Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: the standard's own signature
  override readonly json: () => Promise<any>;

  constructor(text: string, init: ResponseInit) {
    super(null, init);
    this.text = async () => text;
    this.json = async () => JSON.parse(text);
  }
}
