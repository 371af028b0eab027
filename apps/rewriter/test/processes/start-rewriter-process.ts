import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Client } from "@connectrpc/connect";
import { RewriterService } from "@parley/contracts/rewriter";
import { createRpcClient, createRpcTransport } from "@parley/rpc";
import { freshDatabase, programEnvironment, testEnvironment, until } from "@parley/testing";
import { passedConstants } from "@parley/testing/process-constants";
import type { Keys } from "../key-source.ts";

interface RewriterProcess extends AsyncDisposable {
  readonly client: Client<typeof RewriterService>;
  readonly databaseUrl: string;
  readonly opsPort: number;
  /** All its output so far. */
  output(): string;
}

// A busy machine takes a while to read all the sources.
const startMs = 60_000;

/** Runs the rewriter as its own process, with these keys and its own database, at the highest log level. */
export async function startRewriterProcess(keys: Keys, overrides: Readonly<Record<string, string>>): Promise<RewriterProcess> {
  const databaseUrl = await freshDatabase();
  const environment = testEnvironment(databaseUrl, { PARLEY_LOG_LEVEL: "trace", ...overrides });
  const child = spawn(process.execPath, [join(import.meta.dirname, "rewriter-process.ts")], {
    env: programEnvironment({ ...environment, ...passedConstants(environment), TEST_KEYS: JSON.stringify([...keys]) }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ready = await until(() => {
    if (child.exitCode !== null) throw new Error(`The process ended before it was ready:\n${output}`);
    return output.split("\n").find((line) => line.includes('"msg":"ready"'));
  }, startMs).catch((error: unknown) => {
    // The caller cannot stop the process, because it never received it.
    child.kill("SIGKILL");
    throw error;
  });
  const { rpcPorts, opsPort } = JSON.parse(ready) as { rpcPorts: { rewriter: number }; opsPort: number };
  const transport = createRpcTransport({
    baseUrl: `http://127.0.0.1:${rpcPorts.rewriter}`,
    tokens: [environment.PARLEY_SERVICE_TOKENS ?? ""],
  });
  return {
    client: createRpcClient(RewriterService, transport, { defaultTimeoutMs: 30_000 }),
    databaseUrl,
    opsPort,
    output: () => output,
    async [Symbol.asyncDispose]() {
      await transport.close();
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}
