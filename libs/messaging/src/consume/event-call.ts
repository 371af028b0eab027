import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { runInCall } from "@parley/kernel";
import type { Envelope } from "./envelope.ts";

// A handler does a few statements; one that takes longer is stuck and is tried again.
const timeoutMs = 30_000;
const tracer = trace.getTracer("@parley/messaging");
const never = new AbortController().signal;

/** Runs the handling of an event as a call of its own, in the trace of whoever caused the event. */
export async function inEventCall<Result>(envelope: Envelope, work: () => Promise<Result>): Promise<Result> {
  const call = { requestId: envelope.eventId, deadlineMs: performance.now() + timeoutMs, signal: never };
  if (envelope.traceParent === "") return runInCall({ ...call, traced: false }, work);

  const parent = propagation.extract(ROOT_CONTEXT, { traceparent: envelope.traceParent });
  const attributes = {
    "messaging.operation.name": "process",
    "messaging.operation.type": "process",
    "messaging.destination.name": envelope.topic,
    "messaging.message.id": envelope.eventId,
  };
  const span = tracer.startSpan(`process ${envelope.topic}`, { kind: SpanKind.CONSUMER, attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => runInCall({ ...call, traced: span.isRecording() }, work));
  } catch (error) {
    span.setAttribute("error.type", error instanceof Error ? error.name : "_OTHER");
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
