import { BytesValueSchema } from "@bufbuild/protobuf/wkt";
import { Failure } from "@parley/kernel";
import { maxEventBytes } from "@parley/messaging";
import type { IHeaders, Message } from "kafkajs";

/** A way in which handling an event fails. */
export interface PoisonKind {
  readonly name: string;
  /** The reason in its dead letter. */
  readonly reason: string;
  /** Makes an unreadable message from a sound one; absent when the handler throws. */
  readonly spoil?: (message: SoundMessage) => Message;
}

/** A message as published by the relay. */
export interface SoundMessage extends Message {
  readonly headers: IHeaders;
}

/** Readers find that these are not events of the topic. */
export const unreadable: readonly PoisonKind[] = [
  { name: "bytes", reason: "undecodable", spoil: (message) => ({ ...message, value: Buffer.from([0xff, 0xfe, 0x00]) }) },
  { name: "JSON", reason: "undecodable", spoil: (message) => ({ ...message, value: '{"text": "cut' }) },
  {
    name: "empty id",
    reason: "no_event_id",
    spoil: ({ headers, ...message }) => ({ ...message, headers: { ...headers, "event-id": "" } }),
  },
  { name: "no headers", reason: "no_event_id", spoil: ({ headers: _headers, ...message }) => message },
  {
    name: "another message",
    reason: "wrong_type",
    spoil: ({ headers, ...message }) => ({ ...message, headers: { ...headers, "event-type": BytesValueSchema.typeName } }),
  },
  {
    name: "another version",
    reason: "wrong_type",
    spoil: ({ headers, ...message }) => ({ ...message, headers: { ...headers, "event-type": "google.protobuf.v9.StringValue" } }),
  },
  { name: "size", reason: "oversized", spoil: (message) => ({ ...message, value: Buffer.alloc(maxEventBytes + 1, "x") }) },
];

const thrown: Readonly<Record<string, () => unknown>> = {
  Error: () => new Error("An error."),
  TypeError: () => new TypeError("Cannot read properties of undefined."),
  RangeError: () => new RangeError("Invalid array length."),
  SyntaxError: () => new SyntaxError("Unexpected end of JSON input."),
  ReferenceError: () => new ReferenceError("x is not defined."),
  EvalError: () => new EvalError("An eval error."),
  URIError: () => new URIError("URI malformed."),
  AggregateError: () => new AggregateError([new Error("One."), new Error("Another.")], "Several errors."),
  DOMException: () => new DOMException("The operation was aborted.", "AbortError"),
  text: () => "a text",
  nothing: () => undefined,
  never: () => new Failure("not_found", "There is no such document.", { reason: "document_not_found" }),
  later: () => new Failure("unavailable", "Another service is away.", { reason: "away" }),
};
const reasons: Readonly<Record<string, string>> = { never: "document_not_found", later: "away" };
const mark = "throws ";

/** Kinds whose handler throws. */
export const throwing: readonly PoisonKind[] = Object.keys(thrown).map((name) => ({
  name: `${mark}${name}.`,
  reason: reasons[name] ?? "failed",
}));

/** Throws the error of the kind named in the text; returns when there is none. */
export function throwFor(text: string): void {
  if (!text.includes(mark)) return;
  const name = text.slice(text.indexOf(mark) + mark.length, text.lastIndexOf("."));
  throw thrown[name]?.();
}
