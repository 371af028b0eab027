import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Client } from "@connectrpc/connect";
import { ActivityService, CollaborationService } from "@parley/contracts/activity";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { WorkspaceService } from "@parley/contracts/workspace";
import { declaredStatements } from "@parley/database";
import { startEmbeddedPostgres } from "@parley/database/embedded";
import { encodeCursor } from "@parley/kernel";
import { createRpcClient, createRpcTransport } from "@parley/runtime";
import pg from "pg";
// Declares the statement that the service runs.
import "../../apps/activity/src/store/new-comments.ts";
import { bundle } from "../build/bundle.ts";
import { type ActivityToGenerate, fiveMillionComments, generateActivity, generatedActivityIds } from "../generators/activity.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { type Child, startChild } from "./child.ts";
import { freePort } from "./free-port.ts";

const apps = ["workspace", "organization-directory", "activity"];
const serviceToken = "service-token-of-the-benchmark";
const rounds = 5;
const { organization, largeDocument, heavyUser, annotation } = generatedActivityIds;
const actingUser = { userId: "u000001", name: "Name of u000001" };
const text = "A comment of about the length that comments have. ".repeat(3);

type Sizes = Omit<ActivityToGenerate, "apiKeyId">;

/** The activity service and what it needs, each a process of its own, over a database of some size. */
interface System {
  readonly name: string;
  readonly sizes: Sizes;
  readonly place: { readonly apiKeyId: string; readonly organizationId: string; readonly documentId: string };
  readonly administration: Client<typeof ActivityService>;
  readonly collaboration: Client<typeof CollaborationService>;
  readonly databaseUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Adding a comment, reading pages of a large document, and a user's comments for operation 6, at a hundredth of the size and at the whole. Two
 * systems stand side by side and take turns, so that what the machine does besides hits both. `share` makes both smaller, for a quick look.
 */
export async function benchActivity(share = 1): Promise<void> {
  await Promise.all(apps.map(bundle));
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-activity-"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  const systems: System[] = [];
  try {
    for (const [name, size] of [
      ["small", share / 100],
      ["large", share],
    ] as const) {
      systems.push(await startSystem(name, scaled(size), await postgres.createDatabase(name)));
    }
    const [small, large] = systems as [System, System];
    await compareReads(small, large);
    await compareWrites(small, large);
    await againstPostgresAlone(large);
    await walk(large);
  } finally {
    for (const system of systems) await system.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function scaled(size: number): Sizes {
  const { annotations, commentsOfAnnotation, inLargeDocument, ofHeavyUser } = fiveMillionComments;
  // Enough for a page of each kind.
  const part = (count: number) => Math.max(1_000, Math.ceil(count * size));
  return { annotations: part(annotations), commentsOfAnnotation, inLargeDocument: part(inLargeDocument), ofHeavyUser: part(ofHeavyUser) };
}

async function startSystem(name: string, sizes: Sizes, databaseUrl: string): Promise<System> {
  const ports = await Promise.all(apps.map(() => freePort()));
  const places = apps.flatMap((app, index) => {
    const variable = `PARLEY_${app.toUpperCase().replaceAll("-", "_")}`;
    return [
      [`${variable}_PORT`, String(ports[index])],
      [`${variable}_URL`, `http://127.0.0.1:${ports[index]}`],
    ];
  });
  const environment = {
    PARLEY_HOST: "127.0.0.1",
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_EMBEDDED_BUS: "true",
    PARLEY_SERVICE_TOKENS: serviceToken,
    PARLEY_MASTER_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
    PARLEY_LOG_LEVEL: "info",
    PARLEY_LOG_PRETTY: "false",
    PARLEY_OPS_PORT: "0",
    ...Object.fromEntries(places),
  };
  const started: Child[] = [];
  for (const app of apps) started.push(await startChild(join(workspaceRoot, `apps/${app}/dist/main.js`), environment));
  const service = started[2] as Child;
  console.log(`${name}: the service ready after ${Math.round(service.readyMs)} ms, ${residentMiB(service.pid)} MiB`);

  const transports = ports.map((port) =>
    createRpcTransport({ baseUrl: `http://127.0.0.1:${port}`, tokens: [serviceToken], maxMessageBytes: 8 * 1024 * 1024 }),
  );
  const [workspace, directory, activity] = transports as [Transport, Transport, Transport];
  const apiKeyId = await createPlace(workspace, directory);
  const startedMs = performance.now();
  await generateActivity(databaseUrl, { apiKeyId, ...sizes }, (line) => console.log(`  ${line}`));
  console.log(`${name}: ${(sizes.annotations * sizes.commentsOfAnnotation).toLocaleString("en")} comments in ${seconds(startedMs)} s`);
  return {
    name,
    sizes,
    place: { apiKeyId, organizationId: organization, documentId: largeDocument },
    administration: createRpcClient(ActivityService, activity, { defaultTimeoutMs: 60_000 }),
    collaboration: createRpcClient(CollaborationService, activity, { defaultTimeoutMs: 60_000 }),
    databaseUrl,
    pid: service.pid,
    async stop() {
      for (const transport of transports) await transport.close();
      for (const child of started.reverse()) await child.stop();
    },
  };
}

type Transport = ReturnType<typeof createRpcTransport>;

async function createPlace(workspace: Transport, directory: Transport): Promise<string> {
  const { apiKey } = await createRpcClient(WorkspaceService, workspace).createWorkspace({
    workspaceName: "Bench",
    ownerEmail: "bench@example.com",
  });
  const apiKeyId = apiKey?.apiKeyId ?? "";
  const places = createRpcClient(OrganizationDirectoryService, directory);
  await places.addOrganizations({ apiKeyId, organizations: [{ organizationId: organization }] });
  await places.addDocuments({ apiKeyId, organizationId: organization, documents: [{ documentId: largeDocument }] });
  return apiKeyId;
}

/** The key of the nth annotation of the large document, as the token of the page behind it. */
async function tokenBehind({ databaseUrl, place }: System, n: number): Promise<string> {
  const row = await query(
    databaseUrl,
    "select created_at_ms::float8 as ms, annotation_ref::float8 as ref from activity.annotations where api_key_id = $1 and document_id = $2 and annotation_id = $3",
    [place.apiKeyId, largeDocument, annotation(n)],
  );
  return encodeCursor([row.ms, row.ref]);
}

async function lastUserToken({ databaseUrl, place }: System): Promise<string> {
  const row = await query(
    databaseUrl,
    `select created_at_ms::float8 as ms, annotation_ref::float8 as ref, comment_id as id from activity.comment_users
     where api_key_id = $1 and organization_id = $2 and user_id = $3 order by created_at_ms desc, annotation_ref desc, comment_id desc offset 100 limit 1`,
    [place.apiKeyId, organization, heavyUser],
  );
  return encodeCursor([row.ms, row.ref, row.id]);
}

async function compareReads(small: System, large: System): Promise<void> {
  const late = new Map([
    [small, await tokenBehind(small, Math.floor(small.sizes.inLargeDocument * 0.5))],
    [large, await tokenBehind(large, Math.floor(large.sizes.inLargeDocument * 0.5))],
  ]);
  const last = new Map([
    [small, await lastUserToken(small)],
    [large, await lastUserToken(large)],
  ]);
  const read = (system: System, more: object) => system.administration.getCommentAnnotations({ ...system.place, pageSize: 50, ...more });
  const list = (system: System, pageToken = "") =>
    system.administration.listUserComments({
      apiKeyId: system.place.apiKeyId,
      organizationId: organization,
      userId: heavyUser,
      pageSize: 100,
      pageToken,
    });
  const reads: Record<string, (system: System, n: number) => Promise<unknown>> = {
    "large document, page 1 of 50 threads": (system) => read(system, {}),
    "large document, the page in its middle (1,000th of the large)": (system) => read(system, { pageToken: late.get(system) }),
    "large document, one location": (system, n) => read(system, { locationId: `page${n % 10}` }),
    "large document, one status of ten": (system) => read(system, { statuses: ["OPEN"] }),
    "large document, one user": (system) => read(system, { userId: heavyUser }),
    "organization, page 1": (system) => read(system, { documentId: "" }),
    "one thread": (system, n) => read(system, { annotationIds: [annotation((n % system.sizes.inLargeDocument) + 1)] }),
    "log of the document, page of 50": (system) => system.administration.getActivities({ ...system.place, pageSize: 50 }),
    "operation 6, comments, first page of 100": (system) => list(system),
    "operation 6, comments, last page of 100": (system) => list(system, last.get(system)),
  };
  console.log(`\n| p50 in ms at one connection | ${countOf(small)} comments | ${countOf(large)} comments | ratio |\n|---|---|---|---|`);
  for (const [name, call] of Object.entries(reads)) {
    const [a, b] = await alternate(small, large, call, 60);
    console.log(`| ${name} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${(b / a).toFixed(2)} |`);
  }
}

const addComment = (system: System, n: number) =>
  system.collaboration.addComments({
    ...system.place,
    actingUser,
    annotationId: annotation((n % Math.min(1_000, system.sizes.inLargeDocument)) + 1),
    comments: [{ text }],
  });

async function compareWrites(small: System, large: System): Promise<void> {
  const writes: Record<string, (system: System, n: number) => Promise<unknown>> = {
    "add a comment (for a user)": addComment,
    "start a thread (for a user)": (system) =>
      system.collaboration.addCommentAnnotations({ ...system.place, actingUser, annotations: [{ annotation: {}, comments: [{ text }] }] }),
    "react (for a user)": (system, n) =>
      system.collaboration.addReactions({
        ...system.place,
        actingUser,
        annotationId: annotation((n % 1_000) + 1),
        commentId: "c2",
        reactions: [`r${n}`],
      }),
    "change the status (for a user)": (system, n) =>
      system.collaboration.updateCommentAnnotations({
        ...system.place,
        actingUser,
        annotations: [{ annotationId: annotation((n % 1_000) + 1), status: `S${n}` }],
      }),
  };
  console.log(`\n| p50 in ms at one connection | ${countOf(small)} comments | ${countOf(large)} comments | ratio |\n|---|---|---|---|`);
  for (const [name, call] of Object.entries(writes)) {
    const [a, b] = await alternate(small, large, call, 60);
    console.log(`| ${name} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${(b / a).toFixed(2)} |`);
  }
}

/** What adding a comment costs: its bare row, the whole statement (the rows of five tables) and the service around it. */
async function againstPostgresAlone(system: System): Promise<void> {
  const { place, databaseUrl, administration, sizes } = system;
  const first = await query(
    databaseUrl,
    "select min(annotation_ref)::float8 as ref, 0 as ms, '' as id from activity.annotations where api_key_id = $1",
    [place.apiKeyId],
  );
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 8,
    options: "-c search_path=activity -c plan_cache_mode=force_generic_plan",
  });
  const whole = declaredStatements().find(({ name }) => name === "activity.comment_insert");
  if (whole === undefined) throw new Error("There is no statement activity.comment_insert.");
  const bare =
    "insert into comments (api_key_id, annotation_ref, comment_id, position, author_id, author, comment_text, bytes) values ($1, $2, $3, 99, $4, $5, $6, 500)";
  const author = JSON.stringify(actingUser);
  let number = 0;
  const id = () => `bench-${process.pid}-${number++}`;
  const annotationOf = (n: number) => annotation((n % Math.min(1_000, sizes.inLargeDocument)) + 1);
  const values = (n: number): Record<string, unknown> => ({
    ...{ ...place, immutable: false, annotationIds: [annotationOf(n)], maxComments: 1_000_000, maxBytes: 2_000_000_000 },
    ...{
      ordinal: 1,
      activity_id: id(),
      feature_type: "comment",
      action_type: "comment.add",
      action_user_id: actingUser.userId,
      action_user: author,
    },
    ...{ changes: null, entity_data: "{}", entity_target_data: null, template: "{{actionUser}} added a comment.", template_data: null },
    ...{
      annotation_id: annotationOf(n),
      comment_id: id(),
      author_id: actingUser.userId,
      author,
      comment_text: text,
      html: "",
      tagged_ids: [],
    },
    ...{ tagged_users: "[]", attachments: "[]", metadata: "{}", bytes: 500, created_at_ms: null, nth: 1, bytes_so_far: 500 },
  });
  const ways = {
    "pg alone, the bare row of the comment": (n: number) =>
      pool.query({ name: "bare", text: bare, values: [place.apiKeyId, first.ref + (n % 1_000), id(), actingUser.userId, author, text] }),
    "pg alone, the service's statement": (n: number) => {
      const named = values(n);
      return pool.query({ name: "whole", text: whole.text, values: whole.parameterNames.map((name) => named[name]) });
    },
    "the service, for a user": (n: number) => addComment(system, n),
    "the service, administration, 20 comments a call": (n: number) =>
      administration.addComments({
        ...place,
        annotationId: annotation((n % Math.min(5_000, sizes.inLargeDocument)) + 1),
        comments: Array.from({ length: 20 }, () => ({ author: actingUser, comment: { text } })),
      }),
  };
  const results = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, call] of Object.entries(ways)) results.get(name)?.push(await throughput(call));
  }
  await pool.end();
  console.log("\n| add a comment, 32 in flight | calls/s | of the first |\n|---|---|---|");
  const [base = 1] = [...results.values()].map(median);
  for (const [name, perSecond] of results)
    console.log(`| ${name} | ${Math.round(median(perSecond)).toLocaleString("en")} | ${(median(perSecond) / base).toFixed(2)} |`);
}

/** All of the heavy user's comments, page by page, while comments that concern the user are added. */
async function walk(system: System): Promise<void> {
  const { administration, place, pid, sizes } = system;
  const seen = new Map<string, number>();
  const memory: number[] = [];
  let walking = true;
  const writer = (async () => {
    let written = 0;
    for (; walking; written++) {
      const annotationId = annotation((written % Math.min(5_000, sizes.annotations)) + 1);
      await administration.addComments({
        ...place,
        annotationId,
        comments: [{ author: actingUser, comment: { commentId: `late${written}`, text, taggedUsers: [{ userId: heavyUser }] } }],
      });
    }
    return written;
  })();
  const startedMs = performance.now();
  let pages = 0;
  for (let pageToken = ""; ; ) {
    const page = await administration.listUserComments({
      apiKeyId: place.apiKeyId,
      organizationId: organization,
      userId: heavyUser,
      pageToken,
    });
    for (const { id, dataJson } of page.items) {
      if (id === "c1") seen.set(JSON.parse(dataJson).annotationId, (seen.get(JSON.parse(dataJson).annotationId) ?? 0) + 1);
    }
    if (pages++ % 200 === 0) memory.push(residentMiB(pid));
    pageToken = page.nextPageToken;
    if (pageToken === "") break;
  }
  walking = false;
  const written = await writer;
  const twice = [...seen.values()].filter((times) => times > 1).length;
  console.log(
    `\na walk of ${seen.size.toLocaleString("en")} comments of one user (of ${sizes.ofHeavyUser.toLocaleString("en")}) in ${pages} pages of 100: ${seconds(startedMs)} s; ` +
      `missed ${sizes.ofHeavyUser - seen.size}, twice ${twice}; ${written} others written meanwhile`,
  );
  console.log(`memory of the service meanwhile, MiB, every 200 pages: ${memory.join(" ")}`);
}

/** Medians in ms of both systems, which take turns call by call; the first round only warms up. */
async function alternate(
  small: System,
  large: System,
  call: (system: System, n: number) => Promise<unknown>,
  calls: number,
): Promise<[number, number]> {
  const found = new Map<System, number[]>([
    [small, []],
    [large, []],
  ]);
  for (let n = 0; n < (rounds + 1) * calls; n++) {
    for (const [system, latencies] of found) {
      const startedMs = performance.now();
      await call(system, n);
      if (n >= calls) latencies.push(performance.now() - startedMs);
    }
  }
  return [median(found.get(small) ?? []), median(found.get(large) ?? [])];
}

async function throughput(call: (n: number) => Promise<unknown>): Promise<number> {
  const endMs = performance.now() + 1_500;
  let calls = 0;
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (performance.now() < endMs) await call(calls++);
    }),
  );
  return calls / 1.5;
}

/** The one row that a statement answers. */
async function query(databaseUrl: string, sql: string, values: readonly unknown[]): Promise<{ ms: number; ref: number; id: string }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(sql, [...values]);
    if (rows.length !== 1) throw new Error(`There are ${rows.length} rows for: ${sql}`);
    return rows[0];
  } finally {
    await client.end();
  }
}

function countOf({ sizes }: System): string {
  return (sizes.annotations * sizes.commentsOfAnnotation).toLocaleString("en");
}

function residentMiB(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function seconds(startedMs: number): string {
  return ((performance.now() - startedMs) / 1000).toFixed(1);
}

// `node tools/bench/activity.ts [--share 0.02]`
if (import.meta.main) {
  const { values } = parseArgs({ options: { share: { type: "string", default: "1" } } });
  await benchActivity(Number(values.share));
}
