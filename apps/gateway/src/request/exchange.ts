import type { Credential } from "../credentials/credential.ts";
import type { Headers } from "../credentials/credential-check.ts";
import type { EventStream } from "./event-stream.ts";

/** A request from the HTTP server: path and method are known, credentials are valid, the body is complete and within its limit. */
export interface DispatchRequest {
  readonly headers: Headers;
  readonly credential: Credential;
  readonly body: Buffer;
  readonly requestId: string;
}

/** The response: `body` is JSON text. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A repeat may have another outcome: a fault of ours, an overload, a conflict. */
  readonly transient?: boolean;
  /** The body when it is streamed; `body` is empty then. */
  readonly stream?: EventStream;
}
