import type { Credential } from "../credentials/credential.ts";
import type { Head } from "../load/admission.ts";
import type { EventStream } from "./event-stream.ts";

/** A request of a known route, of which only the head has been read. */
export interface IncomingRequest extends Head {
  readonly requestId: string;
  /** Called when the request is admitted, with header fields for its response, whatever its outcome. */
  readonly onAdmitted: (headers: Readonly<Record<string, string>>) => void;
  /** Reads the body. Called once, and only if the request has been admitted. */
  readonly readBody: () => Promise<Buffer>;
  /** Aborted if the client disconnects before it has the response. */
  readonly signal: AbortSignal;
  /** Resolves when the response has been sent or the client has disconnected. */
  readonly closed: Promise<void>;
}

/** An admitted request with valid credentials, whose body has been read. */
export interface AdmittedRequest extends Pick<IncomingRequest, "requestId" | "headers" | "address" | "signal"> {
  readonly credential: Credential;
  readonly body: Buffer;
}

/** The response; `body` is JSON text. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a repeat may succeed: after a server fault, an overload or a conflict. */
  readonly transient?: boolean;
  /** Whether the request was refused as INVALID_ARGUMENT, and did nothing. */
  readonly malformed?: boolean;
  /** Whether the request was shed before its body was read. */
  readonly shed?: boolean;
  /** The streamed body; `body` is empty then. */
  readonly stream?: EventStream;
  /** Whether the stream stays open until it is ended from outside. */
  readonly lasts?: boolean;
  /** Fails once the reader may no longer see the content of the stream. */
  readonly mayGoOn?: (() => Promise<void>) | undefined;
}
