import { querySql, until } from "@parley/testing";
import { type Customer, createWorkspace, type Workspace } from "./customer.ts";
import { digests, rowsWith, tellsOfRemoval } from "./erasure-catalog.ts";
import type { Parley } from "./parley.ts";

interface Place {
  readonly organizationId: string;
  readonly documentId: string;
  readonly folderId?: string;
}

/** Inserts data into documents, and examines what an erasure leaves of it. */
export function plantedDocuments(parley: () => Parley) {
  /** A workspace with the same data in each of the documents, distinguished by a mark in every text. */
  const plant = async (places: readonly Place[]): Promise<Workspace> => {
    const workspace = await createWorkspace(parley().url, parley().adminToken);
    for (const place of places) await plantDocument(workspace.customer, place);
    return workspace;
  };
  const unfinishedJobs = async (apiKey: string): Promise<number> => {
    const [row] = await querySql<{ jobs: number }>(
      parley().databaseUrl,
      "select count(*)::int as jobs from directory.erasure_jobs where api_key_id = $1 and tasks_left > 0",
      [apiKey],
    );
    return row?.jobs ?? 0;
  };
  return {
    plant,
    allDone: ({ apiKey }: Workspace) => until(async () => (await unfinishedJobs(apiKey)) === 0, 20_000),
    /** Rows of the API key that name the document: by its id, alone or in a longer text. */
    rowsOf: async ({ apiKey }: Workspace, text: string): Promise<string[]> =>
      (await rowsWith(parley().databaseUrl, [text])).filter((row) => row.includes(apiKey) && !tellsOfRemoval(row)),
    /** Digests of the rows of the API key that concern other documents. */
    othersOf: (workspace: Workspace, text: string) =>
      digests(parley().databaseUrl, `strpos(x::text, '${workspace.apiKey}') > 0 and strpos(x::text, '${text}') > 0`, [
        ...["activity.annotations", "activity.comments", "activity.reactions", "activity.recordings", "activity.activities"],
        ...["notifications.notifications", "notifications.configs", "users.memberships", "directory.documents", "directory.locations"],
      ]),
  };
}

/** Adds a document with one of everything in it. */
export async function plantDocument(customer: Customer, { organizationId, documentId, folderId }: Place): Promise<void> {
  const at = { organizationId, documentId };
  const mark = `mark-${organizationId}-${documentId}`;
  await customer.data("/v2/organizations/documents/add", {
    organizationId,
    createOrganization: true,
    createFolder: true,
    documents: [{ documentId, note: mark, ...(folderId === undefined ? {} : { folderId }) }],
  });
  await customer.data("/v2/organizations/documents/locations/add", {
    ...at,
    locations: [{ id: "page-1", locationName: "One", note: mark }],
  });
  await customer.data("/v2/users/add", { ...at, users: [{ userId: "u", name: "U" }] });
  for (const location of [{ id: "page-1", locationName: "One" }, { id: "page-2", locationName: "Two" }, undefined]) {
    const where = location?.id ?? "nowhere";
    const placed = location === undefined ? {} : { location };
    await customer.data("/v2/commentannotations/add", {
      ...at,
      commentAnnotations: [
        { annotationId: where, ...placed, commentData: [{ commentId: "c1", commentText: `${mark}-${where}`, from: { userId: "u" } }] },
      ],
    });
    await customer.data("/v2/commentannotations/comments/reactions/add", {
      ...at,
      annotationId: where,
      commentId: "c1",
      user: { userId: "u" },
      reactions: ["+1"],
    });
    await customer.data("/v2/recordings/add", {
      ...at,
      recordings: [{ recordingId: where, name: `${mark}-${where}`, ...placed, user: { userId: "u" } }],
    });
    await customer.data("/v1/notifications/add", {
      ...at,
      notificationId: `${organizationId}-${documentId}-${where}`,
      actionUser: { userId: "u" },
      displayHeadlineMessageTemplate: `${mark}-${where}`,
      notifyUsers: [{ userId: "v" }],
      ...(location === undefined ? {} : { notificationSourceData: { location } }),
    });
  }
  await customer.data("/v2/notifications/config/set", {
    organizationId,
    userIds: ["u"],
    documentIds: [documentId],
    config: { inbox: "MINE" },
  });
}
