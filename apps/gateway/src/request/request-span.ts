import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Headers } from "../credentials/credential-check.ts";
import type { Operation } from "../operations/operation.ts";
import type { Answer } from "./dispatch.ts";

/** Serves a request as a span of the trace that its `traceparent` header names, or of a new one. */
export function inSpan(operation: Operation, headers: Headers, work: () => Promise<Answer>): Promise<Answer> {
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const attributes = { "http.request.method": "POST", "http.route": operation.path };
  const span = trace.getTracer("@parley/gateway").startSpan(`POST ${operation.path}`, { kind: SpanKind.SERVER, attributes }, parent);
  return context.with(trace.setSpan(parent, span), async () => {
    try {
      const answer = await work();
      span.setAttribute("http.response.status_code", answer.status);
      if (answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return answer;
    } finally {
      span.end();
    }
  });
}
