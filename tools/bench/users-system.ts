import type { Client } from "@connectrpc/connect";
import { UsersService } from "@parley/contracts/users";
import { createRpcClient } from "@parley/rpc";
import pg from "pg";
import { aMillionUsers, generateUsers } from "../generators/users.ts";
import { residentMiB, seconds } from "./figures.ts";
import { startServices, type Transport } from "./start-services.ts";

export const apps = ["organization-directory", "users"];
export const apiKeyId = "pk_bench";

/** The users service as its own process over a database with so many users. */
export interface UsersSystem {
  readonly name: string;
  readonly users: number;
  readonly client: Client<typeof UsersService>;
  readonly databaseUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function startSystem(name: string, users: number, databaseUrl: string): Promise<UsersSystem> {
  const services = await startServices(apps, {
    databaseUrl,
    // Nobody listens there, and nothing that is measured asks them.
    environment: { PARLEY_ACTIVITY_URL: "http://127.0.0.1:9", PARLEY_NOTIFICATIONS_URL: "http://127.0.0.1:9" },
  });
  const { pid = 0, readyMs = 0 } = services.children.users ?? {};
  const atRest = residentMiB(pid);
  const startedMs = performance.now();
  await generateUsers(databaseUrl, { ...aMillionUsers, apiKeyId, users }, () => undefined);
  console.log(
    `${name}: ${users.toLocaleString("en")} users generated in ${seconds(startedMs)} s; the service ready after ${Math.round(readyMs)} ms, ${atRest} MiB`,
  );
  return {
    name,
    users,
    databaseUrl,
    client: createRpcClient(UsersService, services.transports.users as Transport, { defaultTimeoutMs: 60_000 }),
    pid,
    stop: services.stop,
  };
}

export async function query(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql, [apiKeyId]);
  await client.end();
}
