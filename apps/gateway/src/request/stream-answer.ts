import type { StreamEvent, StreamRequest, StreamShape } from "../operations/stream-shape.ts";
import { EventStream } from "./event-stream.ts";
import type { Answer } from "./exchange.ts";

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // Keeps proxies from buffering the response.
  "x-accel-buffering": "no",
};

interface ErrorEnvelope {
  readonly error: { readonly message: string };
}

/**
 * Waits for the first response of a streaming RPC. An earlier failure is the same as in any other operation, because the status line is
 * sent only then. A later failure becomes the last event, made of its error response (`failed`).
 */
export async function streamAnswer(
  { instead, events, retryMs, closing }: StreamShape,
  request: StreamRequest,
  answers: AsyncIterable<object>,
  gone: AbortSignal,
  failed: (error: unknown) => Answer,
): Promise<Answer> {
  const rest = answers[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done === true) throw new Error("A streaming RPC ended without an answer.");
  const result = instead?.(first.value as never);
  const stream = new EventStream(first, rest, {
    opening: retryMs === undefined ? "" : `retry: ${retryMs}\n\n`,
    events: (answer) => events(answer as never, request),
    failed: (error) => errorEvent(failed(error)),
    closing,
    gone,
  });
  if (result === undefined) return { status: 200, headers, body: "", stream };
  await stream.return();
  return { status: 200, body: JSON.stringify({ result }) };
}

/** Aborts the RPC when its stream ends, when the answer has no stream, and when there is no answer, so that no RPC goes on unread. */
export async function endingWith(ending: AbortController, answering: Promise<Answer>): Promise<Answer> {
  try {
    const answer = await answering;
    if (answer.stream === undefined) ending.abort();
    else answer.stream.onEnd(() => ending.abort());
    return answer;
  } catch (error) {
    ending.abort();
    throw error;
  }
}

function errorEvent({ body }: Answer): StreamEvent {
  const { message, ...rest } = (JSON.parse(body) as ErrorEnvelope).error;
  return { event: "error", data: { error: message, ...rest } };
}
