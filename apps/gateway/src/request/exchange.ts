import type { Credential } from "../credentials/credential.ts";
import type { Headers } from "../credentials/credential-check.ts";
import type { EventStream } from "./event-stream.ts";

/** What the HTTP server hands over: path and method are known, credentials are good, the body is whole and within its limit. */
export interface DispatchRequest {
  readonly headers: Headers;
  readonly credential: Credential;
  readonly body: Buffer;
  readonly requestId: string;
}

/** What goes back: `body` is JSON text. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A repeat may well end otherwise: a fault of ours, an overload, a collision. */
  readonly transient?: boolean;
  /** The body, when it is sent as it comes; `body` is empty then. */
  readonly stream?: EventStream;
}
