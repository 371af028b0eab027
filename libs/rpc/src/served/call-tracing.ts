import type { DescMethod } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import { type Context, context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { ServedCall } from "./served-call.ts";

const tracerName = "@parley/runtime/rpc";

/** The span of a call: work that belongs to the call runs in `context`. */
export interface CallSpan {
  readonly context: Context;
  /** False when the sampler dropped it. */
  readonly recorded: boolean;
  /** Ends the span; without a code the call succeeded. */
  end(code?: Code): void;
}

/** The span of a served call, a child of the caller's by its `traceparent` header. */
export function startServerSpan(call: ServedCall): CallSpan {
  // Within the process the caller's span is already active; over the network it comes in a header.
  const base = call.origin.transport === "local" ? context.active() : ROOT_CONTEXT;
  const parent = propagation.extract(base, call, { get: (from, name) => from.header(name), keys: () => [] });
  return startSpan(call.method, SpanKind.SERVER, parent);
}

/** The span of a call to another service; adds the headers by which that service continues the trace. */
export function startClientSpan(method: DescMethod, headers: Record<string, string>): CallSpan {
  const span = startSpan(method, SpanKind.CLIENT, context.active());
  propagation.inject(span.context, headers);
  return span;
}

function startSpan(method: DescMethod, kind: SpanKind, parent: Context): CallSpan {
  const service = method.parent.typeName;
  const name = `${service}/${method.name}`;
  const attributes = { "rpc.system.name": "connectrpc", "rpc.method": name };
  const span = trace.getTracer(tracerName).startSpan(name, { kind, attributes }, parent);
  return { context: trace.setSpan(parent, span), recorded: span.isRecording(), end: (code) => end(span, kind, code) };
}

// By OpenTelemetry's conventions, a request refused for its caller's mistake is not an error of the server.
function end(span: Span, kind: SpanKind, code: Code | undefined): void {
  if (code !== undefined) {
    const answer = codeToString(code);
    span.setAttribute("rpc.response.status_code", answer);
    if (kind === SpanKind.CLIENT || faultsOfServers.has(code)) {
      span.setAttribute("error.type", answer);
      span.setStatus({ code: SpanStatusCode.ERROR, message: answer });
    }
  }
  span.end();
}

const faultsOfServers: ReadonlySet<Code> = new Set([
  Code.Unknown,
  Code.DeadlineExceeded,
  Code.Unimplemented,
  Code.Internal,
  Code.Unavailable,
  Code.DataLoss,
]);
