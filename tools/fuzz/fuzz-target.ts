import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { residentMiB } from "../bench/figures.ts";
import { allInOne } from "../bench/parley-targets.ts";
import { adminToken } from "../bench/start-services.ts";

/** Operations that take the same credentials. */
export interface Level {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The part of the OpenAPI document that is about them. */
  readonly documentFile: string;
  readonly operations: number;
}

export interface FuzzTarget {
  readonly url: string;
  readonly levels: readonly Level[];
  /** What it says of itself. Fails when it has ended. */
  state(): Promise<State>;
  stop(): Promise<void>;
}

interface State {
  /** Requests that it has answered, and those of them with a fault of its own (5xx). */
  readonly answered: number;
  readonly faults: number;
  readonly memoryMiB: number;
}

interface Demo {
  readonly workspaceId: string;
  readonly workspaceAuthToken: string;
  readonly apiKey: string;
  readonly authToken: string;
}

interface Operation {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly "x-alias-of"?: string;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
}

/** Parley in one process with its own Postgres in the folder, filled with the demo, and its document in the parts that credentials make. */
export async function startFuzzTarget(folder: string): Promise<FuzzTarget> {
  // Root runs Postgres as another user, who has to be let in.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: false });
  try {
    const dataDir = join(folder, "data");
    const parley = await allInOne(await postgres.createDatabase("parley"), dataDir);
    const stop = async () => {
      await parley.stop();
      await postgres.stop();
    };
    const demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as Demo;
    const document = (await (await fetch(`${parley.url}/openapi.json`)).json()) as Document;
    const state = () => stateOf(parley.opsUrl, parley.processes["all-in-one"] ?? 0);
    return { url: parley.url, levels: await levelsOf(folder, document, demo), state, stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function stateOf(opsUrl: string, pid: number): Promise<State> {
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
  const counts = [...metrics.matchAll(/^parley_http_request_duration_seconds_count\{.*status="(\d+)"\} (\d+)$/gm)];
  const sum = (isCounted: (status: string) => boolean) =>
    counts.reduce((total, [, status = "", count]) => total + (isCounted(status) ? Number(count) : 0), 0);
  return { answered: sum(() => true), faults: sum((status) => status.startsWith("5")), memoryMiB: residentMiB(pid) };
}

function levelsOf(folder: string, document: Document, { workspaceId, workspaceAuthToken, apiKey, authToken }: Demo): Promise<Level[]> {
  const credentials = {
    apiKey: { "x-svc-api-key": apiKey, "x-svc-auth-token": authToken },
    workspaceId: { "x-svc-workspace-id": workspaceId, "x-svc-auth-token": workspaceAuthToken },
    adminToken: { "x-svc-admin-token": adminToken },
  };
  return Promise.all(
    Object.entries(credentials).map(async ([name, headers]) => {
      const paths = Object.entries(document.paths).filter(([, { post }]) => isOf(post, name));
      const documentFile = join(folder, `${name}.json`);
      // Credentials that are not those of the headers would be made up for every case.
      const part = {
        ...document,
        security: [],
        paths: Object.fromEntries(paths.map(([path, { post }]) => [path, { post: { ...post, security: [] } }])),
      };
      await writeFile(documentFile, JSON.stringify(part));
      return { name, headers, documentFile, operations: paths.length };
    }),
  );
}

// An alias is the same operation: what is true of the one is true of the other.
function isOf({ security, "x-alias-of": aliasOf }: Operation, scheme: string): boolean {
  return aliasOf === undefined && security.some((needed) => scheme in needed);
}
