import type { Metrics } from "./metrics.ts";

interface Telemetry {
  /** Whether spans are recorded; layers open them only then. */
  readonly tracing: boolean;
  stop(): Promise<void>;
}

/** Records traces and exports metrics when the standard variables name a destination; only then are the SDKs loaded. */
export async function startTelemetry(processName: string, metrics: Metrics, environment: NodeJS.ProcessEnv): Promise<Telemetry> {
  const serviceName = environment.OTEL_SERVICE_NAME || processName;
  const stops: (() => Promise<void>)[] = [];
  const tracing = isSent("TRACES", environment);
  if (tracing) {
    const { startTracing } = await import("./tracing-sdk.ts");
    stops.push(startTracing(serviceName, environment));
  }
  if (isSent("METRICS", environment)) {
    const { startMetricsExport } = await import("./metrics-sdk.ts");
    stops.push(startMetricsExport(serviceName, metrics, environment));
  }
  return { tracing, stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

function isSent(signal: "TRACES" | "METRICS", environment: NodeJS.ProcessEnv): boolean {
  const endpoint = environment[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] || environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  return Boolean(endpoint) && environment.OTEL_SDK_DISABLED !== "true" && environment[`OTEL_${signal}_EXPORTER`] !== "none";
}
