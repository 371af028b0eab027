import { join } from "node:path";
import { createRpcTransport } from "@parley/rpc";
import { freePort } from "../../libs/testing/src/free-port.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { type Child, startChild } from "./child.ts";

const serviceToken = "service-token-of-the-benchmark";
export const adminToken = "admin-token-of-the-benchmark-and-of-nothing-else";

export type Transport = ReturnType<typeof createRpcTransport>;

export interface Services {
  /** By the names of the apps. */
  readonly children: Readonly<Record<string, Child>>;
  readonly transports: Readonly<Record<string, Transport>>;
  /** Where the services speak to one another. */
  readonly ports: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

interface StartOptions {
  readonly databaseUrl: string;
  /** Where the bundle of an app is when it is not the one of this tree. */
  readonly bundles?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** With it they speak TLS to one another. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca: string };
}

/** What an operator would have on: credentials, validation, a log line for every request, metrics. */
export function environmentOf(databaseUrl: string): Record<string, string> {
  return {
    PARLEY_HOST: "127.0.0.1",
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_EMBEDDED_BUS: "true",
    PARLEY_SERVICE_TOKENS: serviceToken,
    PARLEY_MASTER_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
    PARLEY_ADMIN_TOKEN: adminToken,
    PARLEY_LOG_LEVEL: "info",
    PARLEY_LOG_PRETTY: "false",
    PARLEY_OPS_PORT: "0",
  };
}

/** Starts bundled services, each in its own process, which know of one another; one after the other, in this order. */
export async function startServices(apps: readonly string[], { databaseUrl, bundles, environment, tls }: StartOptions): Promise<Services> {
  const scheme = tls === undefined ? "http" : "https";
  const ports = await Promise.all(apps.map(() => freePort()));
  const places = apps.flatMap((app, index) => {
    const variable = `PARLEY_${app.toUpperCase().replaceAll("-", "_")}`;
    return [
      [`${variable}_PORT`, String(ports[index])],
      [`${variable}_URL`, `${scheme}://127.0.0.1:${ports[index]}`],
    ];
  });
  const ofTls: Record<string, string> =
    tls === undefined ? {} : { PARLEY_RPC_TLS_CERT: tls.cert, PARLEY_RPC_TLS_KEY: tls.key, PARLEY_RPC_TLS_CA: tls.ca };
  const settings = { ...environmentOf(databaseUrl), ...Object.fromEntries(places), ...ofTls, ...environment };
  const children: Record<string, Child> = {};
  const transports: Record<string, Transport> = {};
  for (const [index, app] of apps.entries()) {
    children[app] = await startChild(bundles?.[app] ?? join(workspaceRoot, `apps/${app}/dist/main.js`), settings);
    transports[app] = createRpcTransport({
      baseUrl: `${scheme}://127.0.0.1:${ports[index]}`,
      tokens: [serviceToken],
      tls,
      maxMessageBytes: 8 * 1024 * 1024,
    });
  }
  return {
    children,
    transports,
    ports: Object.fromEntries(apps.map((app, index) => [app, ports[index] ?? 0])),
    async stop() {
      for (const transport of Object.values(transports)) await transport.close();
      for (const child of Object.values(children).reverse()) await child.stop();
    },
  };
}
