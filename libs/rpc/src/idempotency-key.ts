import { hash } from "node:crypto";
import type { DescMethod } from "@bufbuild/protobuf";
import type { RequestContext } from "@parley/kernel";

/** Carries `RequestContext.idempotencyKey` to the service that is called. */
export const idempotencyKeyHeader = "x-parley-repeat-key";

/** Carries `RequestContext.isRepetition`. */
export const repetitionHeader = "x-parley-repetition";

const shape = /^[\w-]{1,64}$/;
const sent = new WeakMap<RequestContext, number>();

/** The key of the next call that this request makes: a different one for each call, and the same when the whole request is repeated. */
export function nextIdempotencyKey(call: RequestContext, idempotencyKey: string, method: DescMethod): string {
  const nth = sent.get(call) ?? 0;
  sent.set(call, nth + 1);
  return hash("sha256", `${idempotencyKey}\0${method.parent.typeName}/${method.name}\0${nth}`, "base64url");
}

/** The received key, or undefined. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  return header !== undefined && shape.test(header) ? header : undefined;
}
