import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Headers } from "../credentials/credential-check.ts";
import type { Operation } from "../operations/operation.ts";
import type { Answer } from "./exchange.ts";

/**
 * Serves a request as the root span of a new trace, linked to the one in its `traceparent` header: customers do not decide what is recorded
 * here.
 */
export function inSpan(operation: Operation, headers: Headers, work: () => Promise<Answer>): Promise<Answer> {
  const theirs = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers));
  const options = {
    kind: SpanKind.SERVER,
    root: true,
    attributes: { "http.request.method": "POST", "http.route": operation.path, "url.path": operation.path, "url.scheme": "http" },
    links: theirs === undefined ? [] : [{ context: theirs }],
  };
  const span = trace.getTracer("@parley/gateway").startSpan(`POST ${operation.path}`, options, ROOT_CONTEXT);
  return context.with(trace.setSpan(ROOT_CONTEXT, span), async () => {
    try {
      const answer = await work();
      span.setAttribute("http.response.status_code", answer.status);
      if (answer.status >= 500) {
        span.setAttribute("error.type", String(answer.status));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      return answer;
    } finally {
      span.end();
    }
  });
}
