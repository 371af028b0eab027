import { failed } from "@parley/contracts/common";
import type { FolderInput } from "@parley/contracts/organization-directory";
import type { Db } from "@parley/database";
import { Failure, invalid, rootFolderId, shortened } from "@parley/kernel";
import { changeOf, lastOfEach } from "../batches/batch.ts";
import { type Outcome, organizationMissing, storedResult } from "../batches/results.ts";
import { changeThings } from "../batches/store-changes.ts";
import type { Context, Handler } from "../context.ts";
import { createMissingOrganizations } from "../organizations/create-missing-organizations.ts";
import { lockOrganization } from "../organizations/organization-locks.store.ts";
import { selectHeights, selectLineage } from "./folder-tree.store.ts";
import { type FolderChange, foldersTooLong, insertFolders, updateFolders as updateRows } from "./folders.store.ts";
import { type Placement, placeFolders, type TreeNode } from "./place-folders.ts";

export const updateFolders = (context: Context): Handler<"updateFolders"> => {
  return async ({ apiKeyId, organizationId, folders }) => {
    const changes = folderChanges(folders);
    if (changes.some(({ parentId }) => parentId !== null)) {
      return { results: await changeFolders(context, { apiKeyId, organizationId, changes, create: false }) };
    }
    // If no folder is moved, one statement is enough, and it need not wait for other moves.
    const { database, limits } = context;
    const outcomes = await changeThings(changes, limits.metadataBytes, (items) =>
      updateRows(database, apiKeyId, organizationId, items, limits.metadataBytes),
    );
    const { metadataBytes, folders: quota } = limits;
    const words = { thing: "folder", within: ` in the organization ${shortened(organizationId)}`, metadataBytes, quota };
    return { results: changes.map(({ id }) => storedResult(id, outcomes.get(id) ?? "not_found", words)) };
  };
};

export const addFolders = (context: Context): Handler<"addFolders"> => {
  return async ({ apiKeyId, organizationId, folders, createOrganization }) => {
    const changes = folderChanges(folders);
    await context.limits.folders.prepare(apiKeyId, changes.length);
    if (createOrganization) await createMissingOrganizations(context, apiKeyId, [organizationId]);
    return { results: await changeFolders(context, { apiKeyId, organizationId, changes, create: true }) };
  };
};

interface Batch {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly changes: readonly FolderChange[];
  /** Whether folders that do not exist are created. */
  readonly create: boolean;
}

/** The folders of a request. Fails with `invalid_argument` for the id `root`, which no folder may have. */
function folderChanges(folders: readonly FolderInput[]): FolderChange[] {
  const reserved = folders.findIndex(({ folderId }) => folderId === rootFolderId);
  if (reserved >= 0)
    throw invalid(`folders[${reserved}].folder_id`, `folders[${reserved}].folder_id must not be ${rootFolderId}: it stands for no folder.`);
  return lastOfEach(
    folders.map(({ folderId, folderName, parentFolderId, metadataJson }) => ({
      ...changeOf(folderId, folderName, metadataJson),
      parentId: parentFolderId || null,
    })),
  );
}

/** Creates, changes and moves folders under a lock of the organization's tree. Each item succeeds or fails by itself. */
function changeFolders({ database, limits }: Context, batch: Batch) {
  return database.transaction(async (tx) => {
    const { apiKeyId, organizationId, changes } = batch;
    if (!(await lockOrganization(tx, apiKeyId, organizationId))) return changes.map(organizationMissing(organizationId));
    const outcomes = await carryOut(tx, batch, limits);
    const { metadataBytes, folders: quota } = limits;
    const words = { thing: "folder", within: ` in the organization ${shortened(organizationId)}`, metadataBytes, quota };
    return changes.map((change) => resultOf(change, outcomes.get(change.id) ?? "not_found", words, limits.folderDepth));
  });
}

type FolderOutcome = Outcome | Exclude<Placement, "create" | "keep">;

async function carryOut(tx: Db, batch: Batch, limits: Context["limits"]): Promise<Map<string, FolderOutcome>> {
  const { apiKeyId, organizationId, changes, create } = batch;
  const outcomes = new Map<string, FolderOutcome>();
  // Looked up before anything is placed: a folder that stays where it is must not count as moved away.
  const overlong = await foldersTooLong(tx, apiKeyId, organizationId, changes, limits.metadataBytes);
  const storable = changes.filter(({ id, set }) => {
    const fits = !overlong.has(id) && Buffer.byteLength(set) <= limits.metadataBytes;
    if (!fits) outcomes.set(id, "too_long");
    return fits;
  });

  // The number of new folders is known once they are placed: as many are created as the quota grants.
  const { result: placements } = await limits.folders.admit(
    apiKeyId,
    create ? storable : [],
    ({ length: room }) => storeFolders(tx, { ...batch, changes: storable }, limits, room),
    (placed) => [...placed.values()].filter((placement) => placement === "create").length,
  );
  for (const [id, placement] of placements)
    outcomes.set(id, placement === "create" ? "created" : placement === "keep" ? "updated" : placement);
  return outcomes;
}

/** Creates, changes and moves folders as far as their parents and the quota allow. */
async function storeFolders(
  tx: Db,
  { apiKeyId, organizationId, changes, create }: Batch,
  { metadataBytes, folderDepth: maxDepth }: Context["limits"],
  room: number,
): Promise<Map<string, Placement>> {
  const nodes = await readTree(tx, apiKeyId, organizationId, changes);
  const placements = placeFolders(changes, { nodes, create, maxDepth, room });
  const placed = (wanted: Placement) => changes.filter(({ id }) => placements.get(id) === wanted);

  await insertFolders(tx, apiKeyId, organizationId, placed("create"));
  const kept = placed("keep");
  const rows = await updateRows(tx, apiKeyId, organizationId, kept, metadataBytes);
  // A folder's metadata grew between the two statements. The transaction fails, because moves of other folders may depend on its move.
  if (rows.filter(({ changed }) => changed).length < kept.length)
    throw new Failure("aborted", "The request collided with another one. Try again.");
  return placements;
}

async function readTree(
  tx: Db,
  apiKeyId: string,
  organizationId: string,
  changes: readonly FolderChange[],
): Promise<Map<string, TreeNode>> {
  const mentioned = [...new Set(changes.flatMap(({ id, parentId }) => (parentId === null ? [id] : [id, parentId])))];
  const lineage = await selectLineage(tx, { apiKeyId, organizationId, folderIds: mentioned });
  const nodes = new Map(lineage.map(({ folderId, parentId }) => [folderId, { parentId, height: 0 }]));

  const moving = changes.filter(({ id, parentId }) => parentId !== null && nodes.has(id)).map(({ id }) => id);
  const heights = moving.length === 0 ? [] : await selectHeights(tx, { apiKeyId, organizationId, folderIds: moving });
  for (const { folderId, height } of heights) {
    const node = nodes.get(folderId);
    if (node !== undefined) node.height = height;
  }
  return nodes;
}

function resultOf({ id, parentId }: FolderChange, outcome: FolderOutcome, words: Parameters<typeof storedResult>[2], maxDepth: number) {
  switch (outcome) {
    case "parent_not_found":
      return failed(id, "not_found", `The parent folder ${shortened(parentId ?? "")} does not exist${words.within}.`);
    case "cycle":
      return failed(
        id,
        "cycle",
        `The folder ${shortened(id)} cannot be put into ${shortened(parentId ?? "")}, which is the folder itself or in it.`,
      );
    case "too_deep":
      return failed(id, "too_deep", `The folder ${shortened(id)} would be nested more than ${maxDepth} levels deep.`);
    default:
      return storedResult(id, outcome, words);
  }
}
