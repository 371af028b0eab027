import type { DescService } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { randomText } from "@parley/kernel";
import { createRpcClient, createRpcTransport } from "@parley/rpc";
import { type Module, type RunningProcess, runCommandLine, runProcess } from "@parley/runtime";
import { inject } from "vitest";
import { migratedDatabase } from "./migrated-database.ts";

/** The environment of a test process: free ports, generated secrets, quiet logs. */
export function testEnvironment(databaseUrl: string, overrides: Readonly<Record<string, string>> = {}): Record<string, string> {
  const services = ["GATEWAY", "WORKSPACE", "ORGANIZATION_DIRECTORY", "USERS", "NOTIFICATIONS", "ACTIVITY", "REWRITER", "OPS"];
  return {
    PARLEY_HOST: "127.0.0.1",
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_DATABASE_MAX_CONNECTIONS: "4",
    PARLEY_SERVICE_TOKENS: `test-${randomText(24)}`,
    PARLEY_MASTER_KEYS: `test:${Buffer.alloc(32, 7).toString("base64")}`,
    PARLEY_ADMIN_TOKEN: `admin-${randomText(32)}`,
    // Tests provoke failures on purpose; PARLEY_TEST_LOG_LEVEL=error shows their log lines.
    PARLEY_LOG_LEVEL: process.env.PARLEY_TEST_LOG_LEVEL ?? "fatal",
    PARLEY_LOG_PRETTY: "false",
    PARLEY_EMBEDDED_BUS: "true",
    PARLEY_SHUTDOWN_GRACE_MS: "5000",
    ...Object.fromEntries(services.map((service) => [`PARLEY_${service}_PORT`, "0"])),
    ...overrides,
  };
}

export interface TestProcess extends AsyncDisposable {
  readonly process: RunningProcess;
  readonly environment: Readonly<Record<string, string>>;
  /** Superuser URL of the process's own database. */
  readonly databaseUrl: string;
  /** A client over the network, through the RPC port of the module that serves the service. */
  client<Service extends DescService>(service: Service): Client<Service>;
  stop(): Promise<void>;
}

/** Runs the modules as one process inside the test, with its own database. Stop it in `afterAll`. */
export async function startProcess(modules: readonly Module[], overrides: Readonly<Record<string, string>> = {}): Promise<TestProcess> {
  const databaseUrl = overrides.PARLEY_DATABASE_URL ?? (await migratedDatabase(modules, (url) => testEnvironment(url, overrides)));
  const environment = testEnvironment(databaseUrl, overrides);
  await spreadTables(modules, environment);
  const running = await runProcess(modules, environment);
  const transports: { close(): Promise<void> | void }[] = [];

  const stop = async () => {
    await Promise.all(transports.splice(0).map((transport) => transport.close()));
    await running.stop();
  };
  return {
    process: running,
    environment,
    databaseUrl,
    client: (service) => {
      const module = modules.find((candidate) => candidate.serves?.services.includes(service));
      const port = running.rpcPorts.get(module?.name ?? "");
      if (port === undefined) throw new Error(`No module of this process serves ${service.typeName}.`);
      const transport = createRpcTransport({ baseUrl: `http://127.0.0.1:${port}`, tokens: [environment.PARLEY_SERVICE_TOKENS ?? ""] });
      transports.push(transport);
      return createRpcClient(service, transport, { defaultTimeoutMs: 30_000 });
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Spreads the tables that the modules can spread, when the run uses a Citus cluster. */
async function spreadTables(modules: readonly Module[], environment: Record<string, string>): Promise<void> {
  const spreading = modules.filter(({ commands = {} }) => "distribute" in commands);
  if (spreading.length === 0 || inject("citusWorkers").length === 0) return;
  if (new URL(environment.PARLEY_DATABASE_URL ?? "").host !== new URL(inject("postgresUrl")).host) return;
  for (const words of ["migrate", "distribute"]) await runCommandLine(spreading, [words], environment);
}
