import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Headers } from "../installation/caller.ts";
import { type Installation, startInstallation } from "../installation/installation.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { createDemo } from "./demo.ts";

export type Shape = "all-in-one" | "separate";

export interface StrangersStage extends AsyncDisposable {
  /** The customer's key, which is public. */
  readonly apiKey: string;
  /** The customer's headers. */
  readonly headers: Headers;
  /** Headers with other tokens of the customer, each new to a freshly started installation. */
  readonly others: readonly Headers[];
  /** Starts a new installation with little memory. Each attack has its own, so that none finds the remains of another. */
  start(): Promise<Installation>;
}

/** The gateway's public name, which strangers know. */
export const publicHost = "parley.example";
const heapMb = 256;
const otherTokens = 80;

/** Creates a database with a customer, and enables everything that a gateway has routes for. */
export async function openStage(shape: Shape): Promise<StrangersStage> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await scratchPostgres({ durable: true }));
  const provider = stack.use(await startProvider());
  const databaseUrl = await postgres.createDatabase("parley");
  const environment = environmentOf((provider.address() as AddressInfo).port);
  const start = () => startInstallation({ shape, tls: shape === "separate", databaseUrl, environment });
  const customer = await newCustomer(start);
  const own = stack.move();
  return { ...customer, start, [Symbol.asyncDispose]: () => own.disposeAsync() };
}

async function newCustomer(start: StrangersStage["start"]): Promise<Pick<StrangersStage, "apiKey" | "headers" | "others">> {
  await using installation = await start();
  const { apiKey, customer, owner } = await createDemo(installation);
  const others: Headers[] = [];
  while (others.length < otherTokens) {
    const { token } = await owner.ask("/v2/workspace/authtokens/create", { apiKey });
    others.push({ ...customer.headers, "x-svc-auth-token": token });
  }
  return { apiKey, headers: customer.headers, others };
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

/** An OpenID provider with only its discovery document: strangers get no further. */
async function startProvider(): Promise<Server> {
  const server = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    const told = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(told));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
