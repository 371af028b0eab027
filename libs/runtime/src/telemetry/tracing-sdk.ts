import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { type TelemetryIdentity, telemetryResource } from "./resource.ts";

/**
 * Records traces and exports them over OTLP/HTTP; returns a function that stops it. The exporter reads the standard `OTEL_EXPORTER_OTLP_*`
 * variables itself.
 */
export function startTracing(identity: TelemetryIdentity, environment: NodeJS.ProcessEnv): () => Promise<void> {
  const provider = new TracerProvider({
    resource: telemetryResource(identity),
    sampler: samplerOf(environment),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}

// The values of OTEL_TRACES_SAMPLER; the default is the standard's.
function samplerOf({ OTEL_TRACES_SAMPLER = "parentbased_always_on", OTEL_TRACES_SAMPLER_ARG = "1" }: NodeJS.ProcessEnv): Sampler {
  const root: Sampler = OTEL_TRACES_SAMPLER.endsWith("traceidratio")
    ? new TraceIdRatioBasedSampler(Number(OTEL_TRACES_SAMPLER_ARG))
    : OTEL_TRACES_SAMPLER.endsWith("always_off")
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler();
  return OTEL_TRACES_SAMPLER.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}
