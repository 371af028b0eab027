import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { Client, Transport } from "@connectrpc/connect";
import { createLocalTransport, createRpcClient, createRpcTransport, type ServiceRegistration } from "@parley/rpc";
import type { ReadConfigs } from "../config/process-config.ts";
import { presentedToken } from "../config/service-token.ts";
import type { Module } from "../module/module.ts";
import type { Lifecycle } from "./lifecycle.ts";

interface ServiceClientsOptions {
  readonly modules: readonly Module[];
  readonly configs: ReadConfigs;
  readonly lifecycle: Lifecycle;
  /** The services of this process, looked up at the first call of each method. */
  readonly registrations: () => readonly ServiceRegistration[];
  readonly tracing: () => boolean;
}

/** The clients of a process's modules: of services in this process or, when a URL is configured, in another. */
export class ServiceClients {
  readonly #options: ServiceClientsOptions;
  readonly #transports = new Map<string, Transport>();

  constructor(options: ServiceClientsOptions) {
    this.#options = options;
  }

  /** A client of a service that the module declares in its `uses`. */
  client<Service extends DescService>(module: Module, service: Service): Client<Service> {
    if (!module.uses.includes(service))
      throw new Error(`The module ${module.name} calls ${service.typeName} without naming it in its uses.`);
    return this.#clientOf(module, service);
  }

  /** A client of a service that the module declares in its `asks`; undefined when the service is neither here nor configured. */
  clientIfKnown<Service extends DescService>(module: Module, service: Service): Client<Service> | undefined {
    if (!module.asks?.includes(service))
      throw new Error(`The module ${module.name} asks ${service.typeName} without naming it in its asks.`);
    const { modules, configs } = this.#options;
    const isHere = modules.some(({ serves }) => serves?.services.includes(service));
    return isHere || configs.serviceUrls.has(service.typeName) ? this.#clientOf(module, service) : undefined;
  }

  #clientOf<Service extends DescService>(module: Module, service: Service): Client<Service> {
    const { configs, tracing } = this.#options;
    return createRpcClient(service, this.#transport(module, service), {
      ...declaredMethods(module, service),
      defaultTimeoutMs: configs.process.rpcTimeoutMs,
      tracing: tracing(),
    });
  }

  #transport({ name }: Module, service: DescService): Transport {
    const { configs, registrations } = this.#options;
    const url = configs.serviceUrls.get(service.typeName);
    // Each module calls under its own name, so each has its own transport.
    const key = url === undefined ? "local" : `${name} ${url}`;
    let transport = this.#transports.get(key);
    if (transport === undefined) {
      transport = url === undefined ? createLocalTransport(registrations) : this.#remoteTransport(name, url);
      this.#transports.set(key, transport);
    }
    return transport;
  }

  #remoteTransport(caller: string, baseUrl: string): Transport {
    const { configs, lifecycle } = this.#options;
    const { rpcMaxMessageBytes, rpcConnectionsPerAddress, rpcTlsCert: cert, rpcTlsKey: key, rpcTlsCa: ca } = configs.process;
    const transport = createRpcTransport({
      baseUrl,
      tokens: [presentedToken(configs.process, caller)].filter((token) => token !== undefined),
      maxMessageBytes: rpcMaxMessageBytes,
      maxConnections: rpcConnectionsPerAddress,
      tls: { cert, key, ca },
    });
    lifecycle.onStop(() => transport.close());
    return transport;
  }
}

/** The methods of the service that the module may call; undefined for all. */
function declaredMethods({ calls = [] }: Module, service: DescService): { methods?: ReadonlySet<DescMethod> } {
  const declared = calls.filter(({ parent }) => parent === service);
  return declared.length === 0 ? {} : { methods: new Set(declared) };
}
