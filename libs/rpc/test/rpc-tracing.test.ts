import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { currentContext, Failure } from "@parley/kernel";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createRpcClient } from "../src/index.ts";
import { echoRegistration } from "./echo-service.ts";
import { EchoService } from "./proto/gen/echo_pb.js";
import { paths } from "./rpc-paths.ts";

const exporter = new InMemorySpanExporter();
const closing: (() => Promise<void>)[] = [];

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
});

afterEach(async () => {
  exporter.reset();
  for (const close of closing.splice(0).reverse()) await close();
});

afterAll(() => {
  trace.disable();
  propagation.disable();
  context.disable();
});

test.each(paths)("over $name, one trace goes through two hops", async (path) => {
  const options = { tracing: true };
  const inner = echoRegistration(
    {
      change: () => {
        throw new Failure("not_found", currentContext()?.traced === true ? "traced" : "not traced");
      },
    },
    options,
  );
  const innerPath = await path.open([inner.registration]);
  const innerClient = createRpcClient(EchoService, innerPath.transport, options);
  const outer = echoRegistration(
    { get: async () => ({ text: await innerClient.change({}).catch(({ failure }) => failure.message) }) },
    options,
  );
  const outerPath = await path.open([outer.registration]);
  closing.push(innerPath.close, outerPath.close);

  const answer = await createRpcClient(EchoService, outerPath.transport, options).get({});

  expect(answer.text).toBe("traced");
  const spans = exporter.getFinishedSpans();
  expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
  // The innermost span ends first; each is the child of the next.
  expect(spans.map(({ name, kind }) => `${SpanKind[kind]} ${name}`)).toEqual([
    "SERVER parley.test.v1.EchoService/Change",
    "CLIENT parley.test.v1.EchoService/Change",
    "SERVER parley.test.v1.EchoService/Get",
    "CLIENT parley.test.v1.EchoService/Get",
  ]);
  for (const [index, span] of spans.slice(0, 3).entries())
    expect(span.parentSpanContext?.spanId).toBe(spans[index + 1]?.spanContext().spanId);
  // A missing thing is an error of the client's span, not of the server's.
  expect(spans.map(({ status }) => status.code)).toEqual([
    SpanStatusCode.UNSET,
    SpanStatusCode.ERROR,
    SpanStatusCode.UNSET,
    SpanStatusCode.UNSET,
  ]);
  expect(spans.slice(0, 2).map(({ attributes }) => attributes)).toEqual([
    {
      "rpc.system.name": "connectrpc",
      "rpc.method": "parley.test.v1.EchoService/Change",
      "rpc.response.status_code": "not_found",
    },
    {
      "rpc.system.name": "connectrpc",
      "rpc.method": "parley.test.v1.EchoService/Change",
      "rpc.response.status_code": "not_found",
      "error.type": "not_found",
    },
  ]);
});

test("without tracing no span is made and no header is sent", async () => {
  const { registration } = echoRegistration({ get: (_request, { requestHeader }) => ({ text: String(requestHeader.get("traceparent")) }) });
  const [local] = paths;
  if (local === undefined) throw new Error("There is no local path.");
  const { transport } = await local.open([registration]);

  const answer = await createRpcClient(EchoService, transport).get({});

  expect(answer.text).toBe("null");
  expect(exporter.getFinishedSpans()).toEqual([]);
});
