import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { residentMiB } from "../bench/figures.ts";
import type { Headers } from "../installation/caller.ts";
import { type Installation, startInstallation } from "../installation/installation.ts";

/** Operations with the same credentials. */
export interface Level {
  readonly name: string;
  readonly headers: Headers;
  /** The part of the OpenAPI document with these operations. */
  readonly documentFile: string;
  readonly operations: number;
}

export interface FuzzTarget extends AsyncDisposable {
  readonly url: string;
  readonly levels: readonly Level[];
  /** The process's own counts. Fails when it has ended. */
  state(): Promise<State>;
}

interface State {
  /** The number of responses, and of those with a server error (5xx). */
  readonly answered: number;
  readonly faults: number;
  readonly memoryMiB: number;
}

interface Operation {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly "x-alias-of"?: string;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
}

/** Parley in one process with the demo, and its document split by credentials. */
export async function startFuzzTarget(builds: boolean): Promise<FuzzTarget> {
  await using stack = new AsyncDisposableStack();
  const installation = stack.use(await startInstallation({ shape: "all-in-one", builds }));
  const levels = await levelsOf(installation);
  const own = stack.move();
  return { url: installation.url, levels, state: () => stateOf(installation), [Symbol.asyncDispose]: () => own.disposeAsync() };
}

async function stateOf({ gateway, metrics }: Installation): Promise<State> {
  const counts = [...(await metrics()).matchAll(/^parley_http_request_duration_seconds_count\{.*status="(\d+)"\} (\d+)$/gm)];
  const sum = (isCounted: (status: string) => boolean) =>
    counts.reduce((total, [, status = "", count]) => total + (isCounted(status) ? Number(count) : 0), 0);
  return { answered: sum(() => true), faults: sum((status) => status.startsWith("5")), memoryMiB: residentMiB(gateway.pid) };
}

async function levelsOf({ url, folder, adminToken, demo }: Installation): Promise<Level[]> {
  const document = JSON.parse(await (await fetch(`${url}/openapi.json`)).text(), withoutStreamSchemas) as Document;
  const { customer, owner } = await demo();
  const credentials: Readonly<Record<string, Headers>> = {
    apiKey: customer.headers,
    workspaceId: owner.headers,
    adminToken: { "x-svc-admin-token": adminToken },
  };
  return Promise.all(
    Object.entries(credentials).map(async ([name, { "content-type": _, ...headers }]) => {
      const paths = Object.entries(document.paths).filter(([, { post }]) => isOf(post, name));
      const documentFile = join(folder, `${name}.json`);
      // Credentials outside of the headers would be generated for every case.
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

// The document's schema is that of a whole stream; Schemathesis takes it for that of each event.
function withoutStreamSchemas(key: string, value: unknown): unknown {
  return key === "text/event-stream" ? {} : value;
}

// An alias is the same operation.
function isOf({ security, "x-alias-of": aliasOf }: Operation, scheme: string): boolean {
  return aliasOf === undefined && security.some((needed) => scheme in needed);
}
