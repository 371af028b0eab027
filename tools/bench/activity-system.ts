import type { Client } from "@connectrpc/connect";
import { ActivityService, CollaborationService } from "@parley/contracts/activity";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { WorkspaceService } from "@parley/contracts/workspace";
import { encodeCursor } from "@parley/kernel";
import { createRpcClient } from "@parley/rpc";
import pg from "pg";
import { type ActivityToGenerate, fiveMillionComments, generateActivity, generatedActivityIds } from "../generators/activity.ts";
import { residentMiB, seconds } from "./figures.ts";
import { type Services, startServices, type Transport } from "./start-services.ts";

export const activityApps = ["workspace", "organization-directory", "activity"];
export const actingUser = { userId: "u000001", name: "Name of u000001" };
export const text = "A comment of about the length that comments have. ".repeat(3);
const { organization, largeDocument, heavyUser, annotation } = generatedActivityIds;

type Sizes = Omit<ActivityToGenerate, "apiKeyId">;

/** The activity service and what it needs, each its own process, over a database of some size. */
export interface System {
  readonly name: string;
  readonly sizes: Sizes;
  readonly place: { readonly apiKeyId: string; readonly organizationId: string; readonly documentId: string };
  readonly administration: Client<typeof ActivityService>;
  readonly collaboration: Client<typeof CollaborationService>;
  readonly databaseUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Sizes as a share of five million comments. */
export function scaled(size: number): Sizes {
  const { annotations, commentsOfAnnotation, inLargeDocument, ofHeavyUser } = fiveMillionComments;
  // Enough for a page of each kind.
  const part = (count: number) => Math.max(1_000, Math.ceil(count * size));
  return { annotations: part(annotations), commentsOfAnnotation, inLargeDocument: part(inLargeDocument), ofHeavyUser: part(ofHeavyUser) };
}

/** Starts the services and fills the database; `prepare` comes between the two. */
export async function startSystem(
  name: string,
  sizes: Sizes,
  databaseUrl: string,
  prepare?: (databaseUrl: string) => Promise<void>,
): Promise<System> {
  const services = await startServices(activityApps, { databaseUrl });
  const { pid = 0, readyMs = 0 } = services.children.activity ?? {};
  console.log(`${name}: the service ready after ${Math.round(readyMs)} ms, ${residentMiB(pid)} MiB`);
  const apiKeyId = await createPlace(services);
  await prepare?.(databaseUrl);
  const startedMs = performance.now();
  await generateActivity(databaseUrl, { apiKeyId, ...sizes }, (line) => console.log(`  ${line}`));
  console.log(`${name}: ${(sizes.annotations * sizes.commentsOfAnnotation).toLocaleString("en")} comments in ${seconds(startedMs)} s`);
  const { activity } = services.transports;
  if (activity === undefined) throw new Error("The activity service has no transport.");
  return {
    name,
    sizes,
    place: { apiKeyId, organizationId: organization, documentId: largeDocument },
    administration: createRpcClient(ActivityService, activity, { defaultTimeoutMs: 60_000 }),
    collaboration: createRpcClient(CollaborationService, activity, { defaultTimeoutMs: 60_000 }),
    databaseUrl,
    pid,
    stop: services.stop,
  };
}

async function createPlace({ transports }: Services): Promise<string> {
  const { apiKey } = await createRpcClient(WorkspaceService, transports.workspace as Transport).createWorkspace({
    workspaceName: "Bench",
    ownerEmail: "bench@example.com",
  });
  const apiKeyId = apiKey?.apiKeyId ?? "";
  const places = createRpcClient(OrganizationDirectoryService, transports["organization-directory"] as Transport);
  await places.addOrganizations({ apiKeyId, organizations: [{ organizationId: organization }] });
  await places.addDocuments({ apiKeyId, organizationId: organization, documents: [{ documentId: largeDocument }] });
  return apiKeyId;
}

/** The key of the nth annotation of the large document, as the token of the page behind it. */
export async function tokenBehind({ databaseUrl, place }: System, n: number): Promise<string> {
  const row = await query(
    databaseUrl,
    "select created_at_ms::float8 as ms, annotation_ref::float8 as ref from activity.annotations where api_key_id = $1 and document_id = $2 and annotation_id = $3",
    [place.apiKeyId, largeDocument, annotation(n)],
  );
  return encodeCursor([row.ms, row.ref]);
}

/** The token of the page of the heavy user's comments that begins at their hundredth from the end. */
export async function lastUserToken({ databaseUrl, place }: System): Promise<string> {
  const row = await query(
    databaseUrl,
    `select created_at_ms::float8 as ms, annotation_ref::float8 as ref, comment_id as id from activity.comment_users
     where api_key_id = $1 and organization_id = $2 and user_id = $3 order by created_at_ms desc, annotation_ref desc, comment_id desc offset 100 limit 1`,
    [place.apiKeyId, organization, heavyUser],
  );
  return encodeCursor([row.ms, row.ref, row.id]);
}

/** The one row that a statement answers. */
export async function query(
  databaseUrl: string,
  sql: string,
  values: readonly unknown[],
): Promise<{ ms: number; ref: number; id: string }> {
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
