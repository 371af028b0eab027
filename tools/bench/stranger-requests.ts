/** A request that anyone can send to the gateway or to the operators' port, with or without credentials. */
export interface StrangerRequest {
  readonly method: string;
  readonly path: string;
}

export const probe: StrangerRequest = { method: "GET", path: "/livez" };

// Requests missing from every list of routes: unknown paths, and methods that a path does not support.
const odd: readonly StrangerRequest[] = [
  { method: "HEAD", path: "/docs/reference.js" },
  { method: "GET", path: "/console/webhooks" },
  { method: "GET", path: "/console/portal/none" },
  { method: "GET", path: "/" },
  { method: "GET", path: "/nothing" },
  { method: "POST", path: "/v2/nothing" },
  { method: "GET", path: "/v2/users/get" },
  { method: "DELETE", path: "/docs" },
  { method: "PUT", path: "/%zz" },
];

/** A request for every route of the gateway: the public ones first, so that a few connections reach every way of serving. */
export async function strangerRequests(url: string, opsUrl: string): Promise<StrangerRequest[]> {
  const routes = await routesAt(`${opsUrl}/routes`);
  const [open, closed] = [true, false].map((isOpen) => routes.filter(({ openTo }) => (openTo === "everyone") === isOpen));
  return [probe, ...(open ?? []), ...(await consoleFiles(url)), ...odd, ...(closed ?? [])];
}

/** A request for every route of the operators' port. */
export async function opsRequests(opsUrl: string): Promise<StrangerRequest[]> {
  return [probe, ...(await routesAt(opsUrl)), { method: "GET", path: "/nothing" }];
}

async function routesAt(url: string): Promise<(StrangerRequest & { readonly openTo: string })[]> {
  const { routes } = (await (await fetch(url)).json()) as { routes: { route: string; openTo: string }[] };
  return routes.map(({ route, openTo }) => {
    const [method = "", path = ""] = route.split(" ");
    return { method, path: path.replace("*", "none"), openTo };
  });
}

/** The scripts and styles that the console's page refers to. */
async function consoleFiles(url: string): Promise<StrangerRequest[]> {
  const page = await (await fetch(`${url}/console`)).text();
  const paths = new Set([...page.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(([, path = ""]) => path));
  if (paths.size === 0) throw new Error("The console's page refers to no file: the console is not built.");
  return [...paths].map((path) => ({ method: "GET", path }));
}
