import { operations } from "../operations/index.ts";
import { type Operation, pathsOf } from "../operations/operation.ts";
import type { AdmittedRequest, Answer, IncomingRequest } from "../request/exchange.ts";

const byPath = new Map(operations.flatMap((operation) => pathsOf(operation).map((path) => [path, operation] as const)));

/** Serves a request of an operation under the same limits as an HTTP request. */
export type ServeOperation = (operation: Operation, request: IncomingRequest) => Promise<Answer>;

/**
 * Sends a client's requests to the operations of this process, with the credentials of the outer request, each with its own id in the logs.
 */
export function innerFetch(outer: AdmittedRequest, serve: ServeOperation): typeof fetch {
  let count = 0;
  return async (target, init) => {
    const { pathname } = new URL(String(target));
    const operation = byPath.get(pathname);
    if (operation === undefined) throw new Error(`There is no operation at ${pathname}.`);
    count++;
    const requestId = `${outer.requestId}.${count}`.slice(-128);
    const body = Buffer.from(String(init?.body));
    const key = new Headers(init?.headers).get("idempotency-key");
    const headers = {
      ...outer.headers,
      "idempotency-key": key ?? undefined,
      "content-length": String(body.length),
      "transfer-encoding": undefined,
    };
    const request = { ...outer, headers, requestId, readBody: async () => body, onKnown: ignore, onAdmitted: ignore, closed: atOnce };
    const { status, body: text, headers: more } = await serve(operation, request);
    return new Response(text, { status, headers: { ...more, "x-request-id": requestId } });
  };
}

const ignore = () => undefined;
// The response is complete at once: nobody reads it slowly.
const atOnce = Promise.resolve();
