import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Parley } from "@parley/sdk";
import type { AllInOneConfig } from "../settings.ts";
import type { DemoCredentials } from "./demo-credentials.ts";

interface Example {
  readonly url: string;
  readonly stop: () => void;
}

const domain = "localhost";

/**
 * Serves the example page for the people of the demo that is shown, on this machine only: it hands out tokens to whoever opens it. Undefined without one, and when its API key or
 * that key's token has been deleted since. Another port is taken when its own is in use: nobody shall have no Parley for want of an example.
 */
export async function startExample(
  { examplePort }: Pick<AllInOneConfig, "examplePort">,
  gateway: string,
  demo: DemoCredentials | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<Example | undefined> {
  if (demo === undefined) return undefined;
  const { apiKey, authToken } = demo;
  const credentials = { baseUrl: gateway, apiKey, authToken, headerPrefix: environment.PARLEY_HEADER_PREFIX || undefined };
  const { Parley: Client } = await import("@parley/sdk");
  if (!(await allowsItself(new Client({ ...credentials, maxRetries: 0 })))) return undefined;
  const { exampleServer } = await import("@parley/example/server");
  const server = exampleServer({ ...credentials, assets: assets() });
  await listen(server, examplePort).catch(() => listen(server, 0));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop };
}

/** Lets pages of this machine act for users of the demo. */
async function allowsItself(parley: Parley): Promise<boolean> {
  try {
    const { allowedDomains } = await parley.domains.list();
    if (!allowedDomains.includes(domain)) await parley.domains.add({ domains: [domain] });
    return true;
  } catch {
    return false;
  }
}

// Beside the bundle, where a build puts them; the sources, and bundles that are rebuilt at every change, use the example's own build folder.
function assets(): URL {
  const folders = ["./example-assets/", "../../example/dist/", "../../../example/dist/"].map((path) => new URL(path, import.meta.url));
  const found = folders.find((folder) => existsSync(new URL("index.html", folder)));
  if (found === undefined) throw new Error("The example has not been built: run `npm run build`.");
  return found;
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}
