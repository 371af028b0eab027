import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { bundle } from "../build/bundle.ts";
import { allInOne, createDemo, post, type Started, sevenApps, sevenProcesses } from "./parley-targets.ts";

export type Shape = "all-in-one" | "separate";

/** An installation with little memory, started anew for each attack, so that none finds what another one left. */
export interface Installation {
  readonly url: string;
  readonly opsUrl: string;
  readonly servicePorts: readonly number[];
  readonly processes: Readonly<Record<string, number>>;
  /** The process that strangers reach. */
  readonly gatewayPid: number;
  stop(): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

export interface StrangersStage {
  /** The customer's key, which is public. */
  readonly apiKey: string;
  /** The customer's headers. */
  readonly headers: Headers;
  /** The same with others of its tokens, each of which an installation that has just been started has never seen. */
  readonly others: readonly Headers[];
  start(): Promise<Installation>;
  close(): Promise<void>;
}

/** The name under which people reach the gateway: strangers know it. */
export const publicHost = "parley.example";
const heapMb = 256;
const otherTokens = 80;

/** A database with a customer, and everything that a gateway has routes for switched on. */
export async function openStage(shape: Shape): Promise<StrangersStage> {
  for (const app of shape === "all-in-one" ? ["all-in-one"] : sevenApps) await bundle(app);
  const folder = join(tmpdir(), `parley-bench-strangers-${shape}`);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  const provider = await startProvider();
  const close = async () => {
    provider.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const databaseUrl = await postgres.createDatabase("parley");
    const environment = environmentOf((provider.address() as AddressInfo).port);
    const start = async (): Promise<Installation> => {
      if (shape === "separate") return installationOf(await sevenProcesses(databaseUrl, environment));
      return installationOf({ ...(await allInOne(databaseUrl, join(folder, "data"), environment)), servicePorts: [] });
    };
    const first = await start();
    try {
      return { ...(await newCustomer(first.url)), start, close };
    } finally {
      await first.stop();
    }
  } catch (error) {
    await close();
    throw error;
  }
}

async function newCustomer(url: string): Promise<Pick<StrangersStage, "apiKey" | "headers" | "others">> {
  const { apiKey, authToken, owner } = await createDemo({ url });
  const headersOf = (token: string) => ({ "content-type": "application/json", "x-svc-api-key": apiKey, "x-svc-auth-token": token });
  const others: Headers[] = [];
  while (others.length < otherTokens) others.push(headersOf((await post(url, "/v2/workspace/authtokens/create", owner, { apiKey })).token));
  return { apiKey, headers: headersOf(authToken), others };
}

function environmentOf(providerPort: number): Record<string, string> {
  return {
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
    PARLEY_SHUTDOWN_GRACE_MS: "1000",
    PARLEY_CONSOLE_LINKS: "true",
    PARLEY_PUBLIC_URL: `http://${publicHost}`,
    PARLEY_OIDC_ISSUER: `http://127.0.0.1:${providerPort}`,
    PARLEY_OIDC_CLIENT_ID: "bench",
  };
}

function installationOf({
  url,
  opsUrl,
  servicePorts,
  processes,
  stop,
}: Started & { readonly servicePorts: readonly number[] }): Installation {
  const gatewayPid = processes.gateway ?? processes["all-in-one"] ?? 0;
  return { url: url.replace("localhost", "127.0.0.1"), opsUrl, servicePorts, processes, gatewayPid, stop };
}

/** An OpenID provider that says where it is, and nothing else: strangers come no further. */
async function startProvider(): Promise<Server> {
  const server = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    const told = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(told));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
