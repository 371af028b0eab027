import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { defaultResource } from "@opentelemetry/resources";
import { MeterProvider, type MetricProducer, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import type { Metrics } from "./metrics.ts";
import { otlpMetric } from "./otlp-metrics.ts";
import { type TelemetryIdentity, telemetryResource } from "./resource.ts";

/**
 * Exports the metrics of `/metrics` over OTLP/HTTP as well, at the interval of `OTEL_METRIC_EXPORT_INTERVAL`; returns a function that
 * exports a last time and stops. The exporter reads the standard `OTEL_EXPORTER_OTLP_*` variables itself.
 */
export function startMetricsExport(identity: TelemetryIdentity, metrics: Metrics, environment: NodeJS.ProcessEnv): () => Promise<void> {
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: Number(environment.OTEL_METRIC_EXPORT_INTERVAL || 60_000),
    exportTimeoutMillis: Math.min(Number(environment.OTEL_METRIC_EXPORT_INTERVAL || 60_000), 10_000),
    metricProducers: [registryProducer(metrics)],
  });
  const provider = new MeterProvider({ resource: telemetryResource(identity), readers: [reader] });
  return () => provider.shutdown();
}

function registryProducer(metrics: Metrics): MetricProducer {
  const startMs = Date.now();
  return {
    collect: async () => {
      const endMs = Date.now();
      const found = await metrics.getMetricsAsJSON();
      const converted = found.flatMap((metric) => otlpMetric(metric, startMs, endMs) ?? []);
      const scopeMetrics = [{ scope: { name: "@parley/runtime" }, metrics: converted }];
      // The provider's own resource is the one that is sent; this one is ignored.
      return { resourceMetrics: { resource: defaultResource(), scopeMetrics }, errors: [] };
    },
  };
}
