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
 * Serves the example page for the people of the demo. It listens only on this machine, because it gives a token to everybody who opens it.
 * Undefined without a demo, or when the demo's API key or that key's token has been deleted. Takes another port when its own is in use, so
 * that the example never prevents a start.
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

// A build puts the assets next to the bundle. When run from the sources, or from a bundle that is rebuilt at every change, the example's
// own build folder is used.
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
