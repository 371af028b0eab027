import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { DescMethod } from "@bufbuild/protobuf";
import type { Attempt, RequestContext } from "@parley/kernel";

/** Carries `RequestContext.idempotencyKey` to the called service. */
export const idempotencyKeyHeader = "x-parley-repeat-key";

/** Carries `RequestContext.isRepetition`. */
export const repetitionHeader = "x-parley-repetition";

/** Carries `RequestContext.attempt`: its number, and the time of the first attempt. */
export const attemptHeader = "x-parley-attempt";

/** Most sendings of one call, over all addresses. */
export const maxSendings = 4;

const shape = /^[\w-]{1,64}$/;
const attemptShape = /^(\d{1,15}) (\d{1,15})$/;
const sent = new WeakMap<RequestContext, number>();

/** The key of the next call that this request makes: different for each call, and the same when the whole request is repeated. */
export function nextIdempotencyKey(call: RequestContext, idempotencyKey: string, method: DescMethod): string {
  const nth = sent.get(call) ?? 0;
  sent.set(call, nth + 1);
  return hash("sha256", `${idempotencyKey}\0${method.parent.typeName}/${method.name}\0${nth}`, "base64url");
}

/**
 * The attempt of the first sending of a call. Every further sending has the next number, and all of them are below the numbers that the
 * caller's next attempt uses.
 */
export function firstSending({ number, firstSentAtMs }: Attempt): string {
  return asHeader({ number: number * maxSendings, firstSentAtMs });
}

/** The headers of a call that is sent again after `sendingsBefore` sendings. */
export function asRepetition(header: HeadersInit, sendingsBefore: number): Headers {
  const headers = new Headers(header);
  headers.set(repetitionHeader, "1");
  const attempt = readAttempt(headers.get(attemptHeader) ?? undefined);
  if (attempt !== undefined) headers.set(attemptHeader, asHeader({ ...attempt, number: attempt.number + sendingsBefore }));
  return headers;
}

function asHeader({ number, firstSentAtMs }: Attempt): string {
  return `${number} ${firstSentAtMs}`;
}

/** The received attempt; undefined for a call without an idempotency key. */
export function readAttempt(header: string | undefined): Attempt | undefined {
  const [, number, firstSentAtMs] = attemptShape.exec(header ?? "") ?? [];
  return number === undefined ? undefined : { number: Number(number), firstSentAtMs: Number(firstSentAtMs) };
}

/** The received key, or undefined. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  return header !== undefined && shape.test(header) ? header : undefined;
}

/** The parameter of `new Headers()`. */
export type HeadersInit = ConstructorParameters<typeof Headers>[0];

/** Node's headers as `Headers`, without the pseudo headers of HTTP/2. */
export function toHeaders(headers: IncomingHttpHeaders): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(":")) continue;
    for (const item of Array.isArray(value) ? value : [value]) result.append(name, item);
  }
  return result;
}
