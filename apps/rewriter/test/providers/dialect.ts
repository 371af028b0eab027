import type { ProviderName } from "../../src/providers/model-route.ts";

/** A request as a provider's server got it. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: each provider's own form
  readonly body: any;
}

export type End = "complete" | "cut" | "blocked" | "declined";

/** One event of a stream: the text of an SSE frame. */
type Frame = string;

/** The wire format of one provider, as its documentation has it. */
export interface Dialect {
  readonly provider: ProviderName;
  readonly title: string;
  readonly model: string;
  /** Whether a request is of this dialect, and whether it asks for a stream. */
  reads(path: string): boolean;
  asksForStream(received: Received): boolean;
  /** The key that a request carries. */
  keyOf(received: Received): unknown;
  /** What a request asks: model, instruction, text. */
  askedOf(received: Received): { model: unknown; prompt: unknown; text: unknown };
  /** The longest answer that a request asks for, in tokens. */
  boundOf(received: Received): unknown;
  /** An answer with 9 input and 7 output tokens. */
  answer(text: string, end: End): object;
  /** A stream of the same, a frame for each piece; without the frames that tell its end when there is none. */
  frames(pieces: readonly string[], end?: End): Frame[];
  /** A stream's own word that it fails. */
  failureFrame(message: string): Frame;
  refusal(status: number, message: string): object;
}
