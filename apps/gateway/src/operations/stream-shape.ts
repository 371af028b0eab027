import type { DescMethodServerStreaming, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";
import type { DocumentAccess } from "@parley/document-access";
import type { DocumentEntry } from "@parley/document-access/document-entry";
import type { Credential } from "../credentials/credential.ts";

/** One server-sent event; `data` is sent as JSON. */
export interface StreamEvent {
  /** The client sends this as `Last-Event-ID` to continue behind the event. */
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

/** The request that opened the stream. */
export interface StreamRequest {
  /** The data that `toRpc` gets. */
  readonly data: unknown;
  readonly apiKeyId: string;
  /** Turns a feed's service cursor into a customer's cursor. */
  readonly sealed: (cursor: string) => string;
}

/** The reader of a stream, and the requested places. */
export interface StreamView {
  /** The data that `toRpc` gets. */
  readonly data: unknown;
  readonly credential: Credential;
  readonly places: Places;
  /** The time in ms without an event after which the stream sends a sign of life. */
  readonly bookmarkMs: number;
}

/**
 * Tells which documents of an organization exist, whether they are open to users, which folders contain them, and since when (the empty id
 * stands for the organization itself), and which of them a user may enter.
 */
export type Places = Pick<DocumentAccess, "placesOf" | "currentPlacesOf"> & Pick<DocumentEntry, "enterable">;

/** How the responses of an RPC become server-sent events: those of one call that streams, or those of the calls that follow a feed. */
export interface StreamShape<Method extends DescMethodServerStreaming | DescMethodUnary = DescMethodServerStreaming> {
  /** The `result` of a plain JSON response, if the first response of the RPC does not begin a stream. */
  readonly instead?: (first: MessageShape<Method["output"]>) => unknown;
  /** The events of one response, created as they are read. */
  readonly events: (answer: MessageShape<Method["output"]>, request: StreamRequest) => Iterable<StreamEvent>;
  /** Filters the responses, if callers may see different parts of them. */
  readonly narrowed?: (
    answers: AsyncIterable<MessageShape<Method["output"]>>,
    view: StreamView,
  ) => AsyncIterable<MessageShape<Method["output"]>>;
  /** The pause in ms after which a client that follows the stream reconnects. */
  readonly retryMs?: number;
  /** The last event of a successful stream, if it is not a response of the RPC. */
  readonly closing?: StreamEvent;
  /** An example of a whole stream for the documentation. */
  readonly example: string;
}
