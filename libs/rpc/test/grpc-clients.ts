import { resolve } from "node:path";
import { type Client, credentials, loadPackageDefinition, type ServiceClientConstructor } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import type { HealthSource } from "../src/index.ts";

// A third party's client, because these two services follow public interfaces.
const protos = resolve(import.meta.dirname, "../../../proto");
const loaded = loadSync(["grpc/health/v1/health.proto", "grpc/reflection/v1/reflection.proto"], {
  includeDirs: [protos],
  enums: String,
  oneofs: true,
});
export const echoName = "parley.test.v1.EchoService";

/** A client of a service by its full name. */
export function openClient(name: string, address: string): Client {
  const packageName = name.slice(0, name.lastIndexOf("."));
  const serviceName = name.slice(name.lastIndexOf(".") + 1);
  let part: unknown = loadPackageDefinition(loaded);
  for (const step of [...packageName.split("."), serviceName]) part = (part as Record<string, unknown>)[step];
  return new (part as ServiceClientConstructor)(new URL(address).host, credentials.createInsecure());
}

export class ChangingSource implements HealthSource {
  readonly listeners = new Set<() => void>();
  #status: "SERVING" | "NOT_SERVING" = "SERVING";

  status(service: string) {
    return service === "" || service === echoName ? this.#status : undefined;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  change(status: "SERVING" | "NOT_SERVING"): void {
    this.#status = status;
    for (const listener of [...this.listeners]) listener();
  }
}

export function check(health: Client, service: string): Promise<unknown> {
  const { requestSerialize, responseDeserialize, path } = methodOf("grpc.health.v1.Health", "Check");
  return new Promise((resolve, reject) => {
    health.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service }, (error, answer) =>
      error ? reject(error) : resolve(answer),
    );
  });
}

export function watch(health: Client, service: string) {
  const { requestSerialize, responseDeserialize, path } = methodOf("grpc.health.v1.Health", "Watch");
  const stream = health.makeServerStreamRequest(path, requestSerialize, responseDeserialize, { service });
  let code: number | undefined;
  const told = { states: [] as string[], ended: false, code: () => code, cancel: () => stream.cancel() };
  stream.on("data", ({ status }: { status: string }) => told.states.push(status));
  stream.on("end", () => (told.ended = true));
  stream.on("error", (error: { code?: number }) => {
    code = error.code;
    told.ended = true;
  });
  return told;
}

export interface ReflectionAnswer {
  readonly listServicesResponse?: { readonly service: { readonly name: string }[] };
  readonly fileDescriptorResponse?: { readonly fileDescriptorProto: Uint8Array[] };
  readonly allExtensionNumbersResponse?: { readonly baseTypeName: string; readonly extensionNumber?: number[] };
  readonly errorResponse?: { readonly errorCode: number };
}

export function methodOf(service: string, method: string) {
  const definition = (
    loaded[service] as Record<
      string,
      { path: string; requestSerialize: (value: object) => Buffer; responseDeserialize: (bytes: Buffer) => unknown }
    >
  )[method];
  if (definition === undefined) throw new Error(`The proto has no ${service}/${method}.`);
  return definition;
}
