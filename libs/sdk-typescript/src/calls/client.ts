import { AskAiStream } from "../ai/ask-ai-stream.ts";
import type { Fetch, FetchAnswer } from "../sending/fetch.ts";
import { type Answered, type Attempt, openOnce, sendOnce } from "./attempt.ts";
import { baseUrlOf } from "./base-url.ts";
import { Batch, type ItemResult } from "./batch.ts";
import { CredentialHeaders } from "./headers.ts";
import type { Operation } from "./operation.ts";
import { newId, type ParleyOptions } from "./options.ts";
import { type Page, Pages } from "./pages.ts";
import { isPassing, pause, waitMs } from "./retries.ts";

/** Settings of one call that differ from its client's. */
export interface CallOptions {
  /** Longest time of one attempt in ms. */
  readonly timeoutMs?: number | undefined;
  /** How often the request is sent again after a temporary failure. */
  readonly maxRetries?: number | undefined;
  /** Makes a repeat within 24 hours return the response to the first request. Without it each mutation gets a generated key. */
  readonly idempotencyKey?: string | undefined;
  /** Aborts the call, including its retries. */
  readonly signal?: AbortSignal | undefined;
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The response of an operation that returns only a message. */
export interface Done {
  readonly message: string;
}

type Result = Readonly<Record<string, unknown>>;
type Data = object;

const usual = { timeoutMs: 30_000, maxRetries: 4, maxRetryAfterMs: 60_000 } as const;
// The gateway's own time-out of an operation ends before the client's, so that its error is received.
const marginMs = 5_000;

/** Calls operations: credentials, time-outs, retries and idempotency keys. The resources are built on it. */
export class Client {
  readonly #options: ParleyOptions;
  readonly #baseUrl: string;
  readonly #credentials: CredentialHeaders;
  readonly #fetch: Fetch;

  constructor(options: ParleyOptions) {
    this.#options = options;
    this.#baseUrl = baseUrlOf(options.baseUrl);
    this.#credentials = new CredentialHeaders(options);
    this.#fetch = options.fetch ?? ((url, request) => fetch(url, request));
  }

  /** The whole `result` of the response. */
  async result(operation: Operation, data: Data, options?: CallOptions): Promise<Result> {
    return (await this.#answered(operation, data, options)).result;
  }

  #answered(operation: Operation, data: Data, options: CallOptions = {}): Promise<Answered> {
    return this.#retried(this.#attempt(operation, data, options), options, (attempt) => sendOnce(this.#fetch, attempt));
  }

  async value<Value>(operation: Operation, data: Data, options?: CallOptions): Promise<Value> {
    const { result } = await this.#answered(operation, data, options);
    return ("status" in result ? result.data : result) as Value;
  }

  /** The only item of a list; throws a `NotFoundError` when there is none. */
  async single<Item>(operation: Operation, data: Data, options?: CallOptions): Promise<Item> {
    const { id = "", ids = "" } = operation.single ?? {};
    const { [id]: named, ...rest } = data as Readonly<Record<string, unknown>>;
    const [item] = await this.value<readonly [Item]>(operation, { ...rest, [ids]: [named], one: true }, options);
    return item;
  }

  async done(operation: Operation, data: Data, options?: CallOptions): Promise<Done> {
    const { result } = await this.#answered(operation, data, options);
    return { message: String(result.message) };
  }

  async batch<Entry extends ItemResult>(operation: Operation, data: Data, options?: CallOptions): Promise<Batch<Entry>> {
    const { result, requestId } = await this.#answered(operation, data, options);
    return new Batch<Entry>(operation.name, result, requestId);
  }

  /** The entry of the only item of a batch; throws a `BatchError` when the item failed. */
  async entry<Entry extends ItemResult>(operation: Operation, data: Data, options?: CallOptions): Promise<Entry> {
    const { item = "", items = "" } = operation.oneItem ?? {};
    const { [item]: sent, ...rest } = data as Readonly<Record<string, unknown>>;
    const batch = await this.batch<Entry>(operation, { ...rest, [items]: [sent] }, options);
    return batch.orThrow().only;
  }

  pages<PageData, Item>(
    operation: Operation,
    data: Data & { readonly pageToken?: string | undefined },
    options?: CallOptions,
  ): Pages<PageData, Item> {
    return new Pages(data.pageToken, async (pageToken) => {
      const { result } = await this.#answered(operation, pageToken === undefined ? data : { ...data, pageToken }, options);
      const { data: pageData, nextPageToken } = result;
      return { data: pageData, result, nextPageToken: nextPageToken || null } as Page<PageData>;
    });
  }

  /** A page of a feed: the result without `status` and `message`. */
  async feed<Page>(operation: Operation, data: Data, options?: CallOptions): Promise<Page> {
    const { status, message, ...page } = await this.result(operation, data, options);
    return page as Page;
  }

  stream(operation: Operation, data: Data, options: CallOptions = {}): Promise<AskAiStream> {
    return this.#retried(this.#streaming(operation, data, options), options, async (once) =>
      AskAiStream.of(await openOnce(this.#fetch, once), options.signal),
    );
  }

  /** The answer of a stream of events, once and with its body unread. */
  open(operation: Operation, data: Data, options: CallOptions): Promise<FetchAnswer> {
    return openOnce(this.#fetch, this.#streaming(operation, data, options));
  }

  #streaming(operation: Operation, data: Data, options: CallOptions): Attempt {
    const attempt = this.#attempt(operation, data, options);
    return { ...attempt, headers: { ...attempt.headers, accept: "text/event-stream, application/json" } };
  }

  #attempt(operation: Operation, data: Data, options: CallOptions): Attempt {
    const headers: Record<string, string> = { ...this.#credentials.of(operation), ...options.headers };
    // Made once: every retry carries the same, so that a mutation whose answer was lost happens once.
    if (operation.mutates) headers["idempotency-key"] = options.idempotencyKey ?? newId();
    const { apiKey, authToken } = this.#options;
    const sent = operation.bodyCredentials ? { apiKey, authToken, ...data } : data;
    const ownMs = operation.timeoutMs === undefined ? 0 : operation.timeoutMs + marginMs;
    return {
      url: this.#baseUrl + operation.path,
      path: operation.path,
      headers,
      body: JSON.stringify({ data: sent }),
      timeoutMs: options.timeoutMs ?? Math.max(this.#options.timeoutMs ?? usual.timeoutMs, ownMs),
      signal: options.signal,
    };
  }

  async #retried<Answer>(attempt: Attempt, options: CallOptions, send: (attempt: Attempt) => Promise<Answer>): Promise<Answer> {
    const retries = options.maxRetries ?? this.#options.maxRetries ?? usual.maxRetries;
    for (let count = 0; ; count++) {
      try {
        return await send(attempt);
      } catch (error) {
        if (count >= retries || !isPassing(error)) throw error;
        const wait = waitMs(count, error, this.#options.maxRetryAfterMs ?? usual.maxRetryAfterMs);
        if (wait === undefined) throw error;
        await pause(wait, options.signal);
      }
    }
  }
}
