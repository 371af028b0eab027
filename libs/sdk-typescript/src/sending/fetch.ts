/** The part of `fetch` that this client uses, so that another way of sending requests can replace it. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>;

export interface FetchRequest {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Aborts the request. Created when it is first read. */
  readonly signal: AbortSignal;
  /** The same signal for a sender that only listens for `abort`, which costs less. */
  readonly aborter: AbortTarget;
  /** A redirect could carry the credentials to another host. */
  readonly redirect: "error";
}

export interface FetchAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
}

/** The part of an `AbortSignal` that undici uses. */
export interface AbortTarget {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(event: "abort", listener: () => void): void;
  removeEventListener(event: "abort", listener: () => void): void;
}
