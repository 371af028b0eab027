import { hash } from "node:crypto";
import type { DescMethod } from "@bufbuild/protobuf";
import type { Call } from "@parley/kernel";

/** Carries `Call.repeatKey` to the service that is called. */
export const repeatKeyHeader = "x-parley-repeat-key";

/** Carries `Call.isRepetition`. */
export const repetitionHeader = "x-parley-repetition";

const shape = /^[\w-]{1,64}$/;
const sent = new WeakMap<Call, number>();

/** The key of the next call that a call makes: its own for each, and the same when the whole is repeated. */
export function nextRepeatKey(call: Call, repeatKey: string, method: DescMethod): string {
  const nth = sent.get(call) ?? 0;
  sent.set(call, nth + 1);
  return hash("sha256", `${repeatKey}\0${method.parent.typeName}/${method.name}\0${nth}`, "base64url");
}

/** The key as it arrived, or undefined when none did. */
export function readRepeatKey(header: string | undefined): string | undefined {
  return header !== undefined && shape.test(header) ? header : undefined;
}
