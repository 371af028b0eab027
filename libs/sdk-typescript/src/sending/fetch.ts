/** What this client uses of `fetch`, so that another way of sending requests can stand in for it. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>;

export interface FetchRequest {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Ends the request. Made when it is read. */
  readonly signal: AbortSignal;
  /** The same for who listens to `abort` alone, which costs less. */
  readonly aborter: AbortTarget;
  /** A redirect would carry the credentials to wherever it leads. */
  readonly redirect: "error";
}

export interface FetchAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
}

/** What undici uses of an `AbortSignal`. */
export interface AbortTarget {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(event: "abort", listener: () => void): void;
  removeEventListener(event: "abort", listener: () => void): void;
}
