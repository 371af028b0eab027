import type { ProviderName } from "../../src/providers/model-route.ts";

/** A request as a provider's server received it. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: each provider's own form
  readonly body: any;
}

export type End = "complete" | "cut" | "blocked" | "declined";

/** One event of a stream: the text of an SSE frame. */
type Frame = string;

/** The wire format of one provider, by its documentation. */
export interface Dialect {
  readonly provider: ProviderName;
  readonly title: string;
  readonly model: string;
  /** Whether a request is of this dialect, and whether it asks for a stream. */
  reads(path: string): boolean;
  asksForStream(received: Received): boolean;
  /** The key that a request carries. */
  keyOf(received: Received): unknown;
  /** The content of a request: model, instruction, text. */
  askedOf(received: Received): { model: unknown; prompt: unknown; text: unknown };
  /** The token limit of a request's answer. */
  boundOf(received: Received): unknown;
  /** An answer with 9 input and 7 output tokens. */
  answer(text: string, end: End): object;
  /** The same answer as a stream, with a frame for each piece. Without `end` the last frames are missing. */
  frames(pieces: readonly string[], end?: End): Frame[];
  /** A stream's own report of a failure. */
  failureFrame(message: string): Frame;
  refusal(status: number, message: string): object;
}
