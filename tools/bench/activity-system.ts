import type { Client } from "@connectrpc/connect";
import { ActivityService, CollaborationService } from "@parley/contracts/activity";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { WorkspaceService } from "@parley/contracts/workspace";
import { encodeCursor } from "@parley/kernel";
import { createRpcClient } from "@parley/rpc";
import { type ActivityToGenerate, fiveMillionComments, generateActivity, generatedActivityIds } from "../generators/activity.ts";
import { type Installation, startInstallation } from "../installation/installation.ts";
import { query } from "../installation/with-client.ts";
import type { App } from "../services/services.ts";
import { residentMiB, seconds } from "./figures.ts";

const activityApps: readonly App[] = ["workspace", "organization-directory", "activity"];
export const actingUser = { userId: "u000001", name: "Name of u000001" };
export const text = "A comment of about the length that comments have. ".repeat(3);
const { organization, largeDocument, heavyUser, annotation } = generatedActivityIds;

type Sizes = Omit<ActivityToGenerate, "apiKeyId">;

/** The activity service and its dependencies, each in its own process, with a database of a given size. */
export interface System extends AsyncDisposable {
  readonly name: string;
  readonly sizes: Sizes;
  readonly place: { readonly apiKeyId: string; readonly organizationId: string; readonly documentId: string };
  readonly administration: Client<typeof ActivityService>;
  readonly collaboration: Client<typeof CollaborationService>;
  readonly databaseUrl: string;
  readonly pid: number;
}

/** The sizes for this fraction of five million comments. */
export function scaled(size: number): Sizes {
  const { annotations, commentsOfAnnotation, inLargeDocument, ofHeavyUser } = fiveMillionComments;
  // Enough for a page of each kind.
  const part = (count: number) => Math.max(1_000, Math.ceil(count * size));
  return { annotations: part(annotations), commentsOfAnnotation, inLargeDocument: part(inLargeDocument), ofHeavyUser: part(ofHeavyUser) };
}

/** Starts the services and fills the database; `prepare` runs in between. */
export async function startSystem(
  name: string,
  sizes: Sizes,
  databaseUrl: string,
  prepare?: (databaseUrl: string) => Promise<void>,
): Promise<System> {
  const installation = await startInstallation({ shape: activityApps, databaseUrl });
  const { pid = 0, readyMs = 0 } = installation.programs.get("activity") ?? {};
  console.log(`${name}: service ready after ${Math.round(readyMs)} ms, ${residentMiB(pid)} MiB`);
  const apiKeyId = await createPlace(installation);
  await prepare?.(databaseUrl);
  const startedMs = performance.now();
  await generateActivity(databaseUrl, { apiKeyId, ...sizes }, (line) => console.log(`  ${line}`));
  console.log(`${name}: ${(sizes.annotations * sizes.commentsOfAnnotation).toLocaleString("en")} comments in ${seconds(startedMs)} s`);
  const activity = installation.transport("activity");
  return {
    name,
    sizes,
    place: { apiKeyId, organizationId: organization, documentId: largeDocument },
    administration: createRpcClient(ActivityService, activity, { defaultTimeoutMs: 60_000 }),
    collaboration: createRpcClient(CollaborationService, activity, { defaultTimeoutMs: 60_000 }),
    databaseUrl,
    pid,
    [Symbol.asyncDispose]: installation.stop,
  };
}

async function createPlace(installation: Installation): Promise<string> {
  const { apiKey } = await createRpcClient(WorkspaceService, installation.transport("workspace")).createWorkspace({
    workspaceName: "Bench",
    ownerEmail: "bench@example.com",
  });
  const apiKeyId = apiKey?.apiKeyId ?? "";
  const places = createRpcClient(OrganizationDirectoryService, installation.transport("organization-directory"));
  await places.addOrganizations({ apiKeyId, organizations: [{ organizationId: organization }] });
  await places.addDocuments({ apiKeyId, organizationId: organization, documents: [{ documentId: largeDocument }] });
  return apiKeyId;
}

/** The page token behind the nth annotation of the large document. */
export async function tokenBehind({ databaseUrl, place }: System, n: number): Promise<string> {
  const row = await query(
    databaseUrl,
    "select created_at_ms::float8 as ms, annotation_ref::float8 as ref from activity.annotations where api_key_id = $1 and document_id = $2 and annotation_id = $3",
    [place.apiKeyId, largeDocument, annotation(n)],
  );
  return encodeCursor([row.ms, row.ref]);
}

/** The token of a page that starts a hundred comments before the end of the heavy user's comments. */
export async function lastUserToken({ databaseUrl, place }: System): Promise<string> {
  const row = await query(
    databaseUrl,
    `select created_at_ms::float8 as ms, annotation_ref::float8 as ref, comment_id as id from activity.comment_users
     where api_key_id = $1 and organization_id = $2 and user_id = $3 order by created_at_ms desc, annotation_ref desc, comment_id desc offset 100 limit 1`,
    [place.apiKeyId, organization, heavyUser],
  );
  return encodeCursor([row.ms, row.ref, row.id]);
}
