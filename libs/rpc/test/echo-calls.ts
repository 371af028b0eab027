import { ConnectError, createClient, type HandlerContext } from "@connectrpc/connect";
import { currentContext } from "@parley/kernel";
import { expect, onTestFinished } from "vitest";
import { echoRegistration } from "./echo-service.ts";
import { EchoService } from "./proto/gen/echo_pb.js";
import type { PathOptions, paths } from "./rpc-paths.ts";

type Echo = Parameters<typeof echoRegistration>;

/** Opens the test service over a path; it closes when the test ends. */
export function openEcho(path: (typeof paths)[number]) {
  return async (handlers: Echo[0], options: PathOptions & Echo[1] = {}) => {
    const { registration, reports } = echoRegistration(handlers, options);
    const { transport, close } = await path.open([registration], options);
    onTestFinished(close);
    return { client: createClient(EchoService, transport), reports };
  };
}

/** A handler that records its calls. */
export class Handler {
  signal: AbortSignal | undefined;
  deadlineInMs = 0;

  readonly answer = (_request: unknown, { signal }: HandlerContext) => {
    this.signal = currentContext()?.signal;
    expect(signal).toBe(this.signal);
    this.deadlineInMs = (currentContext()?.deadlineMs ?? 0) - performance.now();
    return {};
  };

  /** Does not respond until its signal is aborted, then fails as an aborted operation does. */
  readonly hang = (request: unknown, context: HandlerContext) => {
    this.answer(request, context);
    return new Promise<never>((_resolve, reject) => {
      context.signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
    });
  };
}

/** The error that a call fails with. */
export async function failureOf(call: Promise<unknown>): Promise<ConnectError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConnectError);
  return error as ConnectError;
}

export async function* stream<Item>(...items: Item[]): AsyncIterable<Item> {
  yield* items;
}
