export interface Telemetry {
  /** Whether spans are recorded: layers open them only then. */
  readonly tracing: boolean;
  stop(): Promise<void>;
}

/** Records traces when the standard variables name a place to send them to; then, and only then, the SDK is loaded. */
export async function startTelemetry(serviceName: string, environment: NodeJS.ProcessEnv): Promise<Telemetry> {
  const endpoint = environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint || environment.OTEL_SDK_DISABLED === "true" || environment.OTEL_TRACES_EXPORTER === "none") {
    return { tracing: false, stop: async () => undefined };
  }
  const { startTracing } = await import("./tracing-sdk.ts");
  return { tracing: true, stop: startTracing(environment.OTEL_SERVICE_NAME || serviceName, environment) };
}
