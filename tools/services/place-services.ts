import { freePort } from "../../libs/testing/src/free-port.ts";
import { type App, services } from "./services.ts";

/** The addresses of the programs. */
interface Places {
  /** The common environment of all programs. */
  readonly environment: Readonly<Record<string, string>>;
  /** The port of each program for health and metrics. */
  readonly opsPorts: ReadonlyMap<App, number>;
  /** Those of the services, without the gateway's. */
  readonly rpcPorts: ReadonlyMap<string, number>;
  readonly gatewayUrl: string;
}

const firstOpsPort = 9090;

/**
 * Assigns a port to each program: from `PARLEY_<SERVICE>_PORT`, or its default; 0 takes a free one. `PARLEY_OPS_PORT` is the gateway's; the
 * others have the following ports.
 */
export async function placeServices(given: NodeJS.ProcessEnv): Promise<Places> {
  const environment: Record<string, string> = {};
  const opsPorts = new Map<App, number>();
  const rpcPorts = new Map<string, number>();
  const firstOps = Number(given.PARLEY_OPS_PORT || firstOpsPort);
  for (const [index, { app, port }] of services.entries()) {
    const name = `PARLEY_${app.toUpperCase().replaceAll("-", "_")}`;
    const asked = Number(given[`${name}_PORT`] || port);
    environment[`${name}_PORT`] = String(asked === 0 ? await freePort() : asked);
    environment[`${name}_URL`] = `http://127.0.0.1:${environment[`${name}_PORT`]}`;
    if (app !== "gateway") rpcPorts.set(app, Number(environment[`${name}_PORT`]));
    opsPorts.set(app, firstOps === 0 ? await freePort() : firstOps + ((index + 1) % services.length));
  }
  return { environment, opsPorts, rpcPorts, gatewayUrl: `http://localhost:${environment.PARLEY_GATEWAY_PORT}` };
}
