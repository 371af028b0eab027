import { Health, HealthCheckResponse_ServingStatus as ServingStatus } from "@parley/contracts/grpc";
import { Failure } from "@parley/kernel";
import { type ImplementOptions, implement } from "../served/implement.ts";
import type { ServiceRegistration } from "../served/service-registration.ts";

/** Reports whether services are ready for requests. */
export interface HealthSource {
  /** Undefined for an unknown service; the empty name means the whole server. */
  status(service: string): "SERVING" | "NOT_SERVING" | undefined;
  /** Calls the listener after every change of any status; returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
}

const watchMs = 10 * 60 * 1_000;

/**
 * grpc.health.v1, for probes, load balancers and other services; needs no token. A Watch ends after ten minutes, and when the server
 * closes. Anybody may open one, so more than `mostWatches` at a time are refused.
 */
export function healthRegistration(source: HealthSource, options: ImplementOptions, mostWatches = 256): ServiceRegistration {
  const closing = new AbortController();
  let watches = 0;
  const registration = implement(
    Health,
    {
      check({ service }) {
        const status = source.status(service);
        if (status === undefined) throw new Failure("not_found", `This server does not serve "${service}".`);
        return { status: ServingStatus[status] };
      },
      async *watch({ service }, { signal }) {
        if (watches >= mostWatches) throw new Failure("resource_exhausted", `More than ${mostWatches} watches at a time are not served.`);
        watches++;
        try {
          yield* statuses(source, service, AbortSignal.any([signal, closing.signal]));
        } finally {
          watches--;
        }
      },
    },
    { ...options, open: true, defaultTimeoutMs: watchMs, maxTimeoutMs: watchMs },
  );
  return { ...registration, close: () => closing.abort() };
}

async function* statuses(source: HealthSource, service: string, ending: AbortSignal): AsyncGenerator<{ status: ServingStatus }> {
  let told: ServingStatus | undefined;
  while (!ending.aborted) {
    const changed = nextChange(source, ending);
    const status = ServingStatus[source.status(service) ?? "SERVICE_UNKNOWN"];
    if (status !== told) yield { status };
    told = status;
    await changed;
  }
}

/** Resolves after the next change, or when the signal is aborted. */
function nextChange(source: HealthSource, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const stop = source.onChange(done);
    signal.addEventListener("abort", done, { once: true });
  });
}
