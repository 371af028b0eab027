import { declaredCallers } from "@parley/contracts/callers";
import {
  createRpcServer,
  healthRegistration,
  type ImplementOptions,
  implement,
  permittedCallers,
  type RemoteFailure,
  reflectionRegistration,
  type ServiceRegistration,
} from "@parley/rpc";
import { type ReadConfigs, readConfigs } from "../config/process-config.ts";
import { createLogger, droppedLines, type Logger } from "../logs/logging.ts";
import { OutageLog } from "../logs/outage-log.ts";
import { Health } from "../module/health.ts";
import type { Host, Module } from "../module/module.ts";
import { OpsServer } from "../ops/ops-server.ts";
import { createMetrics, durationHistogram, type Metrics, observedCounter } from "../telemetry/metrics.ts";
import { startTelemetry } from "../telemetry/telemetry.ts";
import { limitMarking } from "./heap.ts";
import { Lifecycle } from "./lifecycle.ts";
import { ServiceClients } from "./service-clients.ts";

export interface RunningProcess {
  /** The RPC port of each module by its name. */
  readonly rpcPorts: ReadonlyMap<string, number>;
  readonly opsPort: number;
  /** Public addresses of the modules, by name, for people. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly log: Logger;
  /** Reports not ready, waits for running requests, closes everything in reverse order. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Makes one process of a list of modules: reads all configuration, mounts each module in the order of the list, and opens the ports. The
 * list is the only difference between all-in-one and separate processes. Fails before anything is opened when the configuration has
 * problems (`ConfigError`), and closes what it opened when a later step fails.
 */
export async function runProcess(modules: readonly Module[], environment: NodeJS.ProcessEnv = process.env): Promise<RunningProcess> {
  limitMarking();
  const configs = readConfigs(modules, environment);
  const log = await createLogger({ level: configs.process.logLevel, pretty: configs.process.logPretty });
  const lifecycle = new Lifecycle(log);
  try {
    return await new ProcessBuilder(modules, configs, log, lifecycle).run(environment);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

class ProcessBuilder {
  readonly #modules: readonly Module[];
  readonly #configs: ReadConfigs;
  readonly #log: Logger;
  readonly #lifecycle: Lifecycle;
  readonly #metrics: Metrics = createMetrics();
  readonly #health = new Health();
  readonly #registrations = new Map<Module, ServiceRegistration[]>();
  readonly #clients: ServiceClients;
  readonly #addresses = new Map<string, string>();
  readonly #outages = new Map<string, OutageLog>();
  readonly #shared = new Map<symbol, unknown>();
  readonly #ops: OpsServer;
  #tracing = false;

  constructor(modules: readonly Module[], configs: ReadConfigs, log: Logger, lifecycle: Lifecycle) {
    this.#modules = modules;
    this.#configs = configs;
    this.#log = log;
    this.#lifecycle = lifecycle;
    const { opsHost, opsPort, opsToken, opsHosts } = configs.process;
    const access = { token: opsToken, hosts: opsHosts };
    this.#clients = new ServiceClients({
      modules,
      configs,
      lifecycle,
      registrations: () => [...this.#registrations.values()].flat(),
      tracing: () => this.#tracing,
    });
    this.#ops = new OpsServer({ host: opsHost, port: opsPort, access, health: this.#health, metrics: this.#metrics, log });
    const help = "Log lines dropped because standard output was not read.";
    observedCounter(this.#metrics, "parley_log_dropped_lines_total", help, droppedLines);
  }

  async run(environment: NodeJS.ProcessEnv): Promise<RunningProcess> {
    const serviceName = this.#modules.length === 1 ? `parley-${this.#modules[0]?.name}` : "parley";
    const { opsPort: configured } = this.#configs.process;
    const telemetry = await startTelemetry({ serviceName, opsPort: configured }, this.#metrics, environment);
    this.#tracing = telemetry.tracing;
    this.#lifecycle.onStop(telemetry.stop);
    // Opened first and closed last, so that operators can observe the process until its end.
    const opsPort = await this.#ops.listen();
    this.#lifecycle.onStop(() => this.#ops.close());

    const implementOptions = this.#implementOptions();
    for (const module of this.#modules) {
      this.#registrations.set(module, []);
      await module.mount(this.#hostFor(module, implementOptions), this.#configs.modules.get(module) as never);
      this.#refuseMissingServices(module);
    }
    const rpcPorts = await this.#listen(implementOptions);
    await this.#lifecycle.start();
    await this.#health.start();
    return { rpcPorts, opsPort, addresses: this.#addresses, log: this.#log, stop: this.#stopOnce() };
  }

  #hostFor(module: Module, implementOptions: ImplementOptions): Host {
    return {
      log: this.#log.child({ module: module.name }),
      metrics: this.#metrics,
      health: this.#health,
      tracing: this.#tracing,
      listenAddress: this.#configs.process.host,
      shutdownDelayMs: this.#configs.process.shutdownDelayMs,
      shutdownGraceMs: this.#configs.process.shutdownGraceMs,
      serve: (service, implementation) => {
        this.#registrations.get(module)?.push(implement(service, implementation, implementOptions));
      },
      client: (service) => this.#clients.client(module, service),
      clientIfKnown: (service) => this.#clients.clientIfKnown(module, service),
      onStart: (step) => this.#lifecycle.onStart(step),
      onDrain: (step) => this.#lifecycle.onDrain(step),
      onStop: (step) => this.#lifecycle.onStop(step),
      ops: (method, path, handle, options) => this.#ops.add(method, path, handle, options),
      recordOps: (recorder) => this.#ops.recordWith(recorder),
      shared: (key, make) => this.#sharedBy(key, make),
      announce: (what, address) => this.#addresses.set(what, address),
    };
  }

  #sharedBy<Made>(key: symbol, make: () => Made): Made {
    if (!this.#shared.has(key)) this.#shared.set(key, make());
    return this.#shared.get(key) as Made;
  }

  #implementOptions(): ImplementOptions {
    const calls = durationHistogram(this.#metrics, "parley_rpc_server_duration_seconds", "RPCs served, by method and answer.", [
      "service",
      "method",
      "code",
    ]);
    return {
      tokens: this.#configs.process.serviceTokens,
      mayCall: permittedCallers(declaredCallers, this.#configs.process.rpcCallers),
      defaultTimeoutMs: this.#configs.process.rpcTimeoutMs,
      maxTimeoutMs: 10 * 60_000,
      tracing: this.#tracing,
      onBug: (error, method) => this.#log.error({ err: error, method }, "An RPC handler failed unexpectedly."),
      onRemoteFailure: (failure, method) => this.#tellOutage(failure, method),
      observe: ({ service, method, code, durationMs }) => {
        calls.observe({ service, method, code }, durationMs / 1000);
        this.#log.debug({ service, method, code, durationMs }, "rpc");
      },
    };
  }

  // An unavailable service fails every request that needs it, so it is logged once a minute.
  #tellOutage({ service, message, failure }: RemoteFailure, method: string): void {
    // Any other failure is unexpected, perhaps a bug in the other service: each is logged.
    if (failure?.kind !== "unavailable" && failure?.kind !== "deadline_exceeded") {
      this.#log.error({ service, reason: message, method }, "A service failed unexpectedly.");
      return;
    }
    const outage = this.#outages.get(service) ?? new OutageLog(this.#log);
    this.#outages.set(service, outage);
    outage.failed({ service, reason: message, method }, "A service that requests need does not respond.");
  }

  #refuseMissingServices(module: Module): void {
    const served = new Set(this.#registrations.get(module)?.map(({ service }) => service.typeName));
    for (const { typeName } of module.serves?.services ?? []) {
      if (!served.has(typeName)) throw new Error(`The module ${module.name} declares ${typeName} but does not serve it.`);
    }
  }

  async #listen(implementOptions: ImplementOptions): Promise<Map<string, number>> {
    const ports = new Map<string, number>();
    const { rpcTlsCert: cert, rpcTlsKey: key, rpcTlsCa: ca } = this.#configs.process;
    for (const module of this.#modules) {
      const port = this.#configs.rpcPorts.get(module);
      if (port === undefined) continue;
      const own = this.#registrations.get(module) ?? [];
      const health = healthRegistration(
        {
          status: (service) =>
            service === "" || own.some((registration) => registration.service.typeName === service)
              ? this.#health.ready()
                ? "SERVING"
                : "NOT_SERVING"
              : undefined,
          onChange: (listener) => this.#health.onChange(listener),
        },
        implementOptions,
      );
      const registrations = [...own, health, reflectionRegistration([...own, health], implementOptions)];
      const server = createRpcServer({
        registrations,
        host: this.#configs.process.host,
        port,
        maxMessageBytes: this.#configs.process.rpcMaxMessageBytes,
        maxConnections: this.#configs.process.rpcMaxConnections,
        ...(cert === undefined ? {} : { tls: { cert, key, ca } }),
      });
      ports.set(module.name, await server.listen());
      this.#lifecycle.onStop(() => server.close(this.#configs.process.shutdownGraceMs));
    }
    return ports;
  }

  #stopOnce(): () => Promise<void> {
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      this.#health.beginStop();
      if (this.#configs.process.shutdownDelayMs > 0) {
        await new Promise((resolve) => setTimeout(resolve, this.#configs.process.shutdownDelayMs));
      }
      await this.#lifecycle.stop();
    };
    return () => {
      stopping ??= stop();
      return stopping;
    };
  }
}
