import type { Metrics } from "./metrics.ts";
import type { TelemetryIdentity } from "./resource.ts";

interface Telemetry {
  /** Whether spans are recorded; layers open them only then. */
  readonly tracing: boolean;
  stop(): Promise<void>;
}

/** Records traces and exports metrics when the standard variables name a destination; only then are the SDKs loaded. */
export async function startTelemetry(process: TelemetryIdentity, metrics: Metrics, environment: NodeJS.ProcessEnv): Promise<Telemetry> {
  const identity = { ...process, serviceName: environment.OTEL_SERVICE_NAME || process.serviceName };
  const stops: (() => Promise<void>)[] = [];
  const tracing = isSent("TRACES", environment);
  if (tracing) {
    const { startTracing } = await import("./tracing-sdk.ts");
    stops.push(startTracing(identity, environment));
  }
  if (isSent("METRICS", environment)) {
    const { startMetricsExport } = await import("./metrics-sdk.ts");
    stops.push(startMetricsExport(identity, metrics, environment));
  }
  return { tracing, stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

function isSent(signal: "TRACES" | "METRICS", environment: NodeJS.ProcessEnv): boolean {
  const endpoint = environment[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] || environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  return Boolean(endpoint) && environment.OTEL_SDK_DISABLED !== "true" && environment[`OTEL_${signal}_EXPORTER`] !== "none";
}
