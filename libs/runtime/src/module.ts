import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { Client, ServiceImpl } from "@connectrpc/connect";
import type { Command } from "./command.ts";
import type { Health } from "./health.ts";
import type { Logger } from "./logging.ts";
import type { Metrics } from "./metrics.ts";
import type { ConfigOf, ConfigShape, Setting } from "./setting.ts";

/** The process, as a module sees it when it is mounted. Whatever the module opens here the process closes, in reverse order. */
export interface Host {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Whether traces are recorded: spans are worth opening only then. */
  readonly tracing: boolean;
  /** Address on which ports listen. */
  readonly listenAddress: string;
  /** How long the process continues to take requests after it has reported not ready, in ms. */
  readonly shutdownDelayMs: number;
  /** How long requests that have begun may continue when the process stops, in ms. */
  readonly shutdownGraceMs: number;
  /** Serves one of the services that the module declares: on its port, and to the other modules of this process. */
  serve<Service extends DescService>(service: Service, implementation: ServiceImpl<Service>): void;
  /** A client of a service named in the module's `uses`: in this process when its module is here, else over the network. */
  client<Service extends DescService>(service: Service): Client<Service>;
  /** A client of a service named in the module's `asks`, when its module is here or its URL is configured; undefined otherwise. */
  clientIfKnown<Service extends DescService>(service: Service): Client<Service> | undefined;
  /** Runs after every module is mounted and every RPC port listens. */
  onStart(start: () => Promise<void>): void;
  /** Runs when the process begins to close, while its ports still serve: ends calls that would otherwise last. */
  onDrain(drain: () => void): void;
  /** Runs when the process stops, last registered first. */
  onStop(stop: () => Promise<void>): void;
  /** The process's own operational requests (`/dead-letters`, `/jobs`): served on the ops port, never to customers. */
  ops(method: "GET" | "POST", path: string, handle: OpsHandler, options?: OpsOptions): void;
  /** Records what operators do on the ops port of this process; the first recorder that is given does. */
  recordOps(recorder: OpsRecorder): void;
  /** Something that exists once per process: the first module that asks for a key creates it, the others get the same. */
  shared<Made>(key: symbol, make: () => Made): Made;
  /** Tells a person an address once the process is ready, for example `gateway`, `http://localhost:8080`. */
  announce(what: string, address: string): void;
}

export interface OpsRequest {
  readonly url: URL;
  readonly body: unknown;
}

export interface OpsOptions {
  /** Whether each request is recorded in the audit log; each POST is. */
  readonly recorded?: boolean;
}

/** What an operator is about to do at the ops port. */
interface OpsAct {
  /** Such as `POST /dead-letters/redrive`. */
  readonly route: string;
  readonly body: unknown;
  readonly address: string;
  readonly userAgent: string;
}

/** Writes that an operator is about to do something, and returns what writes how it ended. Fails when it cannot be written: then it must not happen. */
export type OpsRecorder = (act: OpsAct) => Promise<(outcome: "success" | "refused" | "failed") => Promise<void>>;

/** Returns the JSON body of the response to an ops request. */
export type OpsHandler = (request: OpsRequest) => Promise<unknown>;

/** A part of Parley that can run in its own process or beside others. */
export interface ModuleDeclaration<Shape extends ConfigShape> {
  /** The name of its folder in `apps`. */
  readonly name: string;
  readonly config: Shape;
  /** The RPC services that it serves, and their port; absent for a module that serves none. */
  readonly serves?: { readonly services: readonly DescService[]; readonly port: Setting<number> };
  /** The services of other modules that it calls. */
  readonly uses: readonly DescService[];
  /** The services of other modules that it calls if they are available and can do without. */
  readonly asks?: readonly DescService[];
  /**
   * The methods that it calls, for services of which it uses only a part: any other is refused, here and by the service. Of a service
   * without methods in this list it may call all.
   */
  readonly calls?: readonly DescMethod[];
  mount(host: Host, config: ConfigOf<Shape>): Promise<void>;
  /** Commands that operators run as `main.js <command>`: `migrate`, `rewrap`. */
  readonly commands?: Readonly<Record<string, Command>>;
}

/** A declared module: its config was read by its own shape, so the shape's type need not be known here. */
export type Module = ModuleDeclaration<ConfigShape>;

/** Declares a module; infers the types of its config. */
export function defineModule<const Shape extends ConfigShape>(module: ModuleDeclaration<Shape>): Module {
  return module as unknown as Module;
}
