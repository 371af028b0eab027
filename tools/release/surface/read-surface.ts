import { goSurface, pythonSurface, typescriptSurface } from "./clients-surface.ts";
import { httpSurface } from "./http-surface.ts";
import { chartSurface, commandsSurface, exitCodesSurface, metricsSurface, rpcSurface, settingsSurface } from "./installation-surface.ts";
import type { Surface, Things } from "./surface.ts";

/** The public surface of these sources, in an order that does not depend on the order in the sources. */
export async function readSurface(): Promise<Surface> {
  const http = httpSurface();
  return {
    operations: sorted(http.operations),
    "request forms": sorted(http.requests),
    "answer forms": sorted(http.answers),
    "webhook bodies": sorted(http.webhooks),
    RPCs: sorted(rpcSurface()),
    "client for TypeScript": sorted(typescriptSurface()),
    "client for Python": sorted(pythonSurface()),
    "client for Go": sorted(goSurface()),
    "command line": sorted(commandsSurface()),
    "exit codes": sorted(exitCodesSurface()),
    settings: sorted(settingsSurface()),
    "chart values": sorted(chartSurface()),
    metrics: sorted(await metricsSurface()),
  };
}

function sorted(things: Things): Things {
  return byName(Object.fromEntries(Object.entries(things).map(([name, members]) => [name, byName(members)])));
}

function byName<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
