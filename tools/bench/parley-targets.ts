import { join } from "node:path";
import { Authority } from "../../libs/testing/src/authority.ts";
import { services } from "../services/services.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { type Child, startChild } from "./child.ts";
import { adminToken, environmentOf, type Services, startServices } from "./start-services.ts";

export interface Started {
  readonly name: string;
  readonly url: string;
  /** Where the process that answers customers tells its operators of itself. */
  readonly opsUrl: string;
  readonly processes: Readonly<Record<string, number>>;
  readonly readyMs: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

function environment(databaseUrl: string, dataDir: string): Record<string, string> {
  return { ...environmentOf(databaseUrl), PARLEY_DATA_DIR: dataDir, PARLEY_GATEWAY_PORT: "0" };
}

/** Every module in one process. */
export async function allInOne(databaseUrl: string, dataDir: string, overrides: Readonly<Record<string, string>> = {}): Promise<Started> {
  const services = ["WORKSPACE", "ORGANIZATION_DIRECTORY", "USERS", "NOTIFICATIONS", "ACTIVITY", "REWRITER"];
  const ports = Object.fromEntries(services.map((name) => [`PARLEY_${name}_PORT`, "0"]));
  const child = await startChild(join(workspaceRoot, "apps/all-in-one/dist/main.js"), {
    ...environment(databaseUrl, dataDir),
    ...ports,
    ...overrides,
  });
  return {
    name: "all-in-one",
    url: child.ready.addresses.gateway,
    opsUrl: `http://127.0.0.1:${child.ready.opsPort}`,
    processes: { "all-in-one": child.pid },
    readyMs: { "all-in-one": child.readyMs },
    stop: child.stop,
  };
}

/** The gateway and the services that the shapes need, each in its own process. */
export async function separate(databaseUrl: string, overrides: Readonly<Record<string, string>> = {}): Promise<Started> {
  // Nobody listens there, and nothing that is measured asks them.
  const others = ["USERS", "NOTIFICATIONS", "ACTIVITY", "REWRITER"].map((name) => [`PARLEY_${name}_URL`, "http://127.0.0.1:9"]);
  const apps = ["workspace", "organization-directory", "gateway"];
  return startedOf(await startServices(apps, { databaseUrl, environment: { ...Object.fromEntries(others), ...overrides } }));
}

export const sevenApps = services.map(({ app }) => app);

/** The gateway and all six services, each in its own process, which speak TLS to one another at these ports. */
export async function sevenProcesses(
  databaseUrl: string,
  overrides: Readonly<Record<string, string>>,
): Promise<Started & { readonly servicePorts: readonly number[] }> {
  using authority = new Authority();
  const tls = { ...authority.issue("IP:127.0.0.1"), ca: authority.certificate };
  const started = await startServices(sevenApps, { databaseUrl, environment: overrides, tls });
  const { gateway: _, ...ports } = started.ports;
  return { ...startedOf(started), servicePorts: Object.values(ports) };
}

function startedOf({ children, stop }: Services): Started {
  const byApp = <Value>(read: (child: Child) => Value) =>
    Object.fromEntries(Object.entries(children).map(([app, child]) => [app, read(child)]));
  return {
    name: "separate processes",
    url: children.gateway?.ready.addresses.gateway,
    opsUrl: `http://127.0.0.1:${children.gateway?.ready.opsPort}`,
    processes: byApp(({ pid }) => pid),
    readyMs: byApp(({ readyMs }) => readyMs),
    stop,
  };
}

interface Demo {
  readonly apiKey: string;
  readonly authToken: string;
  /** The credentials of the workspace itself. */
  readonly owner: Readonly<Record<string, string>>;
}

/** A workspace with 1,000 organizations, the first of which has 10,000 documents. */
export async function createDemo({ url }: Pick<Started, "url">): Promise<Demo> {
  const { id, authToken, apiKeyList, apiKeyAuthToken } = await post(
    url,
    "/v2/workspace/create",
    { "x-svc-admin-token": adminToken },
    { workspaceName: "Bench", ownerEmail: "bench@example.com" },
  );
  const [apiKey = ""] = Object.keys(apiKeyList);
  const credentials = { "x-svc-api-key": apiKey, "x-svc-auth-token": apiKeyAuthToken };
  const organizations = Array.from({ length: 1_000 }, (_, n) => ({ organizationId: `org${n}`, organizationName: `Organization ${n}` }));
  await post(url, "/v2/organizations/add", credentials, { organizations });
  for (let batch = 0; batch < 10; batch++) {
    const documents = Array.from({ length: 1_000 }, (_, n) => ({
      documentId: `document${batch}-${n}`,
      documentName: `Document ${batch}-${n}`,
    }));
    await post(url, "/v2/organizations/documents/add", credentials, { organizationId: "org0", documents });
  }
  return { apiKey, authToken: apiKeyAuthToken, owner: { "x-svc-workspace-id": id, "x-svc-auth-token": authToken } };
}

/** Sends a request and answers `result.data`; fails when it does. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every form
export async function post(url: string, path: string, headers: Record<string, string>, data: object): Promise<any> {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ data }),
  });
  const { result, error } = (await answer.json()) as { result?: { data: unknown }; error?: { message: string } };
  if (result === undefined) throw new Error(`${path} answered ${error?.message}`);
  return result.data;
}
