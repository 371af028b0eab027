import type { HttpRequest } from "../http/http-server.ts";
import { operations } from "../operations/index.ts";
import { type Operation, pathsOf } from "../operations/operation.ts";
import type { Answer } from "../request/exchange.ts";

const byPath = new Map(operations.flatMap((operation) => pathsOf(operation).map((path) => [path, operation] as const)));

/**
 * Sends a client's requests to the operations of this process, with the credentials of the request that it serves, each with an id of its
 * own in the logs.
 */
export function innerFetch(outer: HttpRequest, call: (operation: Operation, request: HttpRequest) => Promise<Answer>): typeof fetch {
  let count = 0;
  return async (target, init) => {
    const { pathname } = new URL(String(target));
    const operation = byPath.get(pathname);
    if (operation === undefined) throw new Error(`There is no operation at ${pathname}.`);
    count++;
    const requestId = `${outer.requestId}.${count}`.slice(-128);
    const body = Buffer.from(String(init?.body));
    const key = new Headers(init?.headers).get("idempotency-key");
    const headers = { ...outer.headers, "idempotency-key": key ?? undefined };
    const { status, body: text, headers: more } = await call(operation, { ...outer, headers, body, requestId });
    return new Response(text, { status, headers: { ...more, "x-request-id": requestId } });
  };
}
