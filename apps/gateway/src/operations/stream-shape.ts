import type { DescMethodServerStreaming, MessageShape } from "@bufbuild/protobuf";

/** One server-sent event; `data` is sent as JSON. */
export interface StreamEvent {
  /** What the client sends as `Last-Event-ID` to go on behind this event. */
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

/** The request whose responses become events. */
export interface StreamRequest {
  /** As `toRpc` gets it. */
  readonly data: unknown;
  readonly apiKeyId: string;
  /** Makes a customer's cursor of the service's own, in a feed. */
  readonly sealed: (cursor: string) => string;
}

/** How the responses of a streaming RPC become server-sent events. */
export interface StreamShape<Method extends DescMethodServerStreaming = DescMethodServerStreaming> {
  /** The `result` of a plain JSON response in place of a stream, when the first response of the RPC does not begin one. */
  readonly instead?: (first: MessageShape<Method["output"]>) => unknown;
  /** The events of one response, made as they are read. */
  readonly events: (answer: MessageShape<Method["output"]>, request: StreamRequest) => Iterable<StreamEvent>;
  /** After how many milliseconds a client that follows the stream comes again. */
  readonly retryMs?: number;
  /** The last event of a stream that has not failed, when it is not one of the RPC's responses. */
  readonly closing?: StreamEvent;
  /** A whole stream as the documentation shows it. */
  readonly example: string;
}
