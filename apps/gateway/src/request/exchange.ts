import type { Credential } from "../credentials/credential.ts";
import type { Head } from "../load/admission.ts";
import type { EventStream } from "./event-stream.ts";

/** A request of a known route: its head has arrived, and of its body nothing has been read. */
export interface IncomingRequest extends Head {
  readonly requestId: string;
  /** Called when the request is admitted, with header fields of its response, whatever that will be. */
  readonly onAdmitted: (headers: Readonly<Record<string, string>>) => void;
  /** Reads the body. Called once, and only when the request has been admitted. */
  readonly readBody: () => Promise<Buffer>;
  /** Aborted when the client disconnects before it has the response. */
  readonly signal: AbortSignal;
  /** Resolves when the client has the response, or has gone. */
  readonly closed: Promise<void>;
}

/** A request with valid credentials that has been admitted and whose body has arrived. */
export interface AdmittedRequest extends Pick<IncomingRequest, "requestId" | "headers" | "address" | "signal"> {
  readonly credential: Credential;
  readonly body: Buffer;
}

/** The response: `body` is JSON text. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A repeat may have another outcome: a fault of ours, an overload, a conflict. */
  readonly transient?: boolean;
  /** The request was shed before its body was read. */
  readonly shed?: boolean;
  /** The body when it is streamed; `body` is empty then. */
  readonly stream?: EventStream;
  /** The stream goes on until somebody ends it. */
  readonly lasts?: boolean;
  /** Fails once its reader may no longer see what it is about. */
  readonly mayGoOn?: (() => Promise<void>) | undefined;
}
