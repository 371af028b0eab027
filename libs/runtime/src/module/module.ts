import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { Client, ServiceImpl } from "@connectrpc/connect";
import type { Logger } from "../logs/logging.ts";
import type { ConfigOf, ConfigShape, Setting } from "../settings/setting.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Command } from "./command.ts";
import type { Health } from "./health.ts";

/**
 * The process, as a module sees it while it is mounted. The process closes everything that the module opens through it, in reverse order.
 */
export interface Host {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Whether traces are recorded: only then are spans worth opening. */
  readonly tracing: boolean;
  /** Address on which ports listen. */
  readonly listenAddress: string;
  /** How long the process continues to accept requests after it reports not ready, in ms. */
  readonly shutdownDelayMs: number;
  /** How long running requests may continue when the process stops, in ms. */
  readonly shutdownGraceMs: number;
  /** Serves one of the services that the module declares: on its port, and to the other modules of this process. */
  serve<Service extends DescService>(service: Service, implementation: ServiceImpl<Service>): void;
  /** A client of a service named in the module's `uses`: in this process when its module is here, else over the network. */
  client<Service extends DescService>(service: Service): Client<Service>;
  /** A client of a service named in the module's `asks`; undefined when its module is not here and its URL is not configured. */
  clientIfKnown<Service extends DescService>(service: Service): Client<Service> | undefined;
  /** Runs after every module is mounted and every RPC port listens. */
  onStart(start: () => Promise<void>): void;
  /** Runs when the process begins to close, while its ports still serve: for ending long-lived calls. */
  onDrain(drain: () => void): void;
  /** Runs when the process stops, last registered first. */
  onStop(stop: () => Promise<void>): void;
  /** The process's own operational requests (`/dead-letters`, `/jobs`): served on the ops port, never to customers. */
  ops(method: "GET" | "POST", path: string, handle: OpsHandler, options?: OpsOptions): void;
  /** Records operators' requests on the ops port of this process; only the first recorder that is set is used. */
  recordOps(recorder: OpsRecorder): void;
  /** A value that exists once per process: the first module that requests a key creates it, the others get the same. */
  shared<Made>(key: symbol, make: () => Made): Made;
  /** Shows an address to the operator once the process is ready, for example `gateway`, `http://localhost:8080`. */
  announce(what: string, address: string): void;
}

export interface OpsRequest {
  readonly url: URL;
  readonly body: unknown;
}

export interface OpsOptions {
  /** Whether each request is recorded in the audit log; every POST is. */
  readonly recorded?: boolean;
}

/** An operator's request at the ops port, before it is executed. */
interface OpsAct {
  /** Such as `POST /dead-letters/redrive`. */
  readonly route: string;
  readonly body: unknown;
  readonly address: string;
  readonly userAgent: string;
}

/**
 * Records an operator's request before it is executed, and returns a function that records its outcome. If the record cannot be written it
 * fails, and the request must not be executed.
 */
export type OpsRecorder = (act: OpsAct) => Promise<(outcome: "success" | "refused" | "failed") => Promise<void>>;

/** Returns the JSON body of the response to an ops request. */
export type OpsHandler = (request: OpsRequest) => Promise<unknown>;

/** A part of Parley that can run in its own process or with others. */
export interface ModuleDeclaration<Shape extends ConfigShape> {
  /** The name of its folder in `apps`. */
  readonly name: string;
  readonly config: Shape;
  /** The RPC services that it serves, and their port; absent for a module that serves none. */
  readonly serves?: { readonly services: readonly DescService[]; readonly port: Setting<number> };
  /** The services of other modules that it needs. */
  readonly uses: readonly DescService[];
  /** The services of other modules that it calls if they are available, and can do without. */
  readonly asks?: readonly DescService[];
  /**
   * The methods that it calls, for services of which it uses only a part; this process and the service refuse any other. All methods of a
   * service that is not in this list may be called.
   */
  readonly calls?: readonly DescMethod[];
  mount(host: Host, config: ConfigOf<Shape>): Promise<void>;
  /** Commands that operators run as `main.js <command>`: `migrate`, `rewrap`. */
  readonly commands?: Readonly<Record<string, Command>>;
}

/** A declared module. `defineModule` reads its config by its own shape, so this type leaves the shape out. */
export type Module = ModuleDeclaration<ConfigShape>;

/** Declares a module; infers the types of its config. */
export function defineModule<const Shape extends ConfigShape>(module: ModuleDeclaration<Shape>): Module {
  return module as unknown as Module;
}
