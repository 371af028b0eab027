import type { DescMethodServerStreaming, MessageShape } from "@bufbuild/protobuf";

/** One server-sent event; `data` is sent as JSON. */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

/** How the responses of a streaming RPC become server-sent events. */
export interface StreamShape<Method extends DescMethodServerStreaming = DescMethodServerStreaming> {
  /** The `result` of a plain JSON response in place of a stream, when the first response of the RPC does not begin one. */
  readonly instead: (first: MessageShape<Method["output"]>) => unknown;
  readonly event: (answer: MessageShape<Method["output"]>) => StreamEvent;
  /** A whole stream as the documentation shows it. */
  readonly example: string;
}
