import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { runWithContext } from "@parley/kernel";
import type { Envelope } from "./envelope.ts";

// A handler runs a few statements; one that takes longer is stuck, and its events are retried.
const timeoutMs = 30_000;
const tracer = trace.getTracer("@parley/messaging");
const never = new AbortController().signal;

/**
 * Handles events in a request context of their own. Each traced event gets a span in the trace of its origin; work for all of them appears
 * under the first.
 */
export async function inEventCall<Result>(envelopes: readonly Envelope[], work: () => Promise<Result>): Promise<Result> {
  const call = { requestId: envelopes[0]?.eventId ?? "", deadlineMs: performance.now() + timeoutMs, signal: never, isEvent: true };
  const traced = envelopes.filter(({ traceParent }) => traceParent !== "").map(spanOf);
  const first = traced[0];
  if (first === undefined) return runWithContext({ ...call, traced: false }, work);

  const spans = traced.map(({ span }) => span);
  try {
    return await context.with(first.context, () => runWithContext({ ...call, traced: first.span.isRecording() }, work));
  } catch (error) {
    for (const span of spans) {
      span.setAttribute("error.type", error instanceof Error ? error.name : "_OTHER");
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}

function spanOf({ eventId, topic, traceParent }: Envelope): { span: Span; context: typeof ROOT_CONTEXT } {
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent: traceParent });
  const attributes = {
    "messaging.operation.name": "process",
    "messaging.operation.type": "process",
    "messaging.destination.name": topic,
    "messaging.message.id": eventId,
  };
  const span = tracer.startSpan(`process ${topic}`, { kind: SpanKind.CONSUMER, attributes }, parent);
  return { span, context: trace.setSpan(parent, span) };
}
