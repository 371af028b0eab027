import { hostname } from "node:os";
import { defaultResource, detectResources, envDetector, type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import manifest from "../../package.json" with { type: "json" };

/** What a process says about itself with its traces and metrics. */
export interface TelemetryIdentity {
  readonly serviceName: string;
  /** The configured port for operators; 0 for a free one. */
  readonly opsPort: number;
}

/**
 * The resource of a process. Without an id of the instance, the metrics of two processes of a service overwrite each other. The id stays
 * the same when a process restarts on its host, or a container in its pod, so that its restarts can be counted. The standard variables
 * `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_SERVICE_NAME` replace each attribute.
 */
export function telemetryResource({ serviceName, opsPort }: TelemetryIdentity): Resource {
  return defaultResource()
    .merge(
      resourceFromAttributes({
        "service.name": serviceName,
        "service.version": manifest.version,
        "service.instance.id": `${hostname()}:${opsPort === 0 ? process.pid : opsPort}`,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
}
