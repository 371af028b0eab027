import { operations, pathsOf } from "@parley/gateway/operations";
import { oidcPaths } from "../../apps/gateway/src/console/oidc/oidc-routes.ts";
import { portalPaths } from "../../apps/gateway/src/console/portal-pages.ts";
import { signInPaths } from "../../apps/gateway/src/console/sign-in.ts";
import { docsPages } from "../../apps/gateway/src/docs/pages.ts";
import { agentRoute } from "../../apps/gateway/src/http/agent-route.ts";

/** What anyone may ask of a gateway, with or without credentials. */
export interface StrangerRequest {
  readonly method: string;
  readonly path: string;
}

/**
 * A request for every route of the gateway: first one for each way of serving, so that few connections meet all of them, then those for the rest of the
 * operations.
 */
export async function strangerRequests(url: string): Promise<StrangerRequest[]> {
  const kinds = new Map(operations.map((operation) => [`${operation.auth} ${operation.mutates} ${operation.waits}`, operation]));
  const ofEachKind = [...kinds.values()];
  const others = operations.filter((operation) => !ofEachKind.includes(operation));
  const posts = (some: typeof others) => some.flatMap((operation) => pathsOf(operation).map((path) => ({ method: "POST", path })));
  return [...pages, ...(await consoleFiles(url)), ...posts(ofEachKind), ...posts(others)];
}

/** What anyone may ask of the operators' port, if they reach it. */
export const opsRequests: readonly StrangerRequest[] = [
  { method: "GET", path: "/livez" },
  { method: "GET", path: "/readyz" },
  { method: "GET", path: "/metrics" },
  { method: "GET", path: "/dead-letters" },
  { method: "POST", path: "/dead-letters/redrive" },
  { method: "GET", path: "/nothing" },
];

export const probe: StrangerRequest = { method: "GET", path: "/livez" };

const pages: readonly StrangerRequest[] = [
  probe,
  { method: "GET", path: "/readyz" },
  ...docsPages(() => ({}), operations).map(({ path }) => ({ method: "GET", path })),
  { method: "HEAD", path: "/docs/reference.js" },
  { method: "POST", path: agentRoute.path },
  ...listed({ ...signInPaths, ...oidcPaths, ...portalPaths }),
  { method: "GET", path: "/console" },
  { method: "GET", path: "/console/webhooks" },
  { method: "GET", path: "/console/portal/none" },
  { method: "GET", path: "/console/assets/none.js" },
  { method: "GET", path: "/unsubscribe?token=none" },
  { method: "POST", path: "/unsubscribe?token=none" },
  { method: "GET", path: "/" },
  { method: "GET", path: "/nothing" },
  { method: "POST", path: "/v2/nothing" },
  { method: "GET", path: "/v2/users/get" },
  { method: "DELETE", path: "/docs" },
  { method: "PUT", path: "/%zz" },
];

function listed(methods: Readonly<Record<string, string>>): StrangerRequest[] {
  return Object.entries(methods).flatMap(([path, names]) => names.split(", ").map((method) => ({ method, path })));
}

/** The scripts and styles that the console's page names. */
async function consoleFiles(url: string): Promise<StrangerRequest[]> {
  const page = await (await fetch(`${url}/console`)).text();
  const paths = new Set([...page.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(([, path = ""]) => path));
  if (paths.size === 0) throw new Error("The console's page names no file: it has not been built.");
  return [...paths].map((path) => ({ method: "GET", path }));
}
