import type { Client } from "@connectrpc/connect";
import { UsersService } from "@parley/contracts/users";
import { createRpcClient } from "@parley/rpc";
import { aMillionUsers, generateUsers } from "../generators/users.ts";
import { startInstallation } from "../installation/installation.ts";
import { residentMiB, seconds } from "./figures.ts";

export const apiKeyId = "pk_bench";

/** The users service in its own process with a database of `users` users. */
export interface UsersSystem extends AsyncDisposable {
  readonly name: string;
  readonly users: number;
  readonly client: Client<typeof UsersService>;
  readonly databaseUrl: string;
  readonly pid: number;
}

export async function startSystem(name: string, users: number, databaseUrl: string): Promise<UsersSystem> {
  const installation = await startInstallation({ shape: ["organization-directory", "users"], databaseUrl });
  const { pid = 0, readyMs = 0 } = installation.programs.get("users") ?? {};
  const atRest = residentMiB(pid);
  const startedMs = performance.now();
  await generateUsers(databaseUrl, { ...aMillionUsers, apiKeyId, users }, () => undefined);
  console.log(
    `${name}: ${users.toLocaleString("en")} users generated in ${seconds(startedMs)} s; service ready after ${Math.round(readyMs)} ms, ${atRest} MiB`,
  );
  return {
    name,
    users,
    databaseUrl,
    client: createRpcClient(UsersService, installation.transport("users"), { defaultTimeoutMs: 60_000 }),
    pid,
    [Symbol.asyncDispose]: installation.stop,
  };
}
