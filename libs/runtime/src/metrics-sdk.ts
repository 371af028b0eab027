import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, type MetricProducer, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import type { Metrics } from "./metrics.ts";
import { otlpMetric } from "./otlp-metrics.ts";

/**
 * Sends what `/metrics` shows over OTLP/HTTP too, as often as `OTEL_METRIC_EXPORT_INTERVAL` says; returns how to stop, which sends a last time.
 * The exporter reads the standard `OTEL_EXPORTER_OTLP_*` variables itself.
 */
export function startMetricsExport(serviceName: string, metrics: Metrics, environment: NodeJS.ProcessEnv): () => Promise<void> {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": serviceName }))
    .merge(detectResources({ detectors: [envDetector] }));
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: Number(environment.OTEL_METRIC_EXPORT_INTERVAL || 60_000),
    exportTimeoutMillis: Math.min(Number(environment.OTEL_METRIC_EXPORT_INTERVAL || 60_000), 10_000),
    metricProducers: [registryProducer(metrics)],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
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
      // Whose they are is said by the provider's own resource; this one is not sent.
      return { resourceMetrics: { resource: defaultResource(), scopeMetrics }, errors: [] };
    },
  };
}
