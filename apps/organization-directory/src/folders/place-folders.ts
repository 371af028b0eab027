/** A folder of the current tree: its parent (null: at the top level) and the depth of the tree below it. */
export interface TreeNode {
  parentId: string | null;
  height: number;
}

/** A folder of the batch; `parentId` null keeps its place. */
interface PlacedFolder {
  readonly id: string;
  readonly parentId: string | null;
}

export type Placement = "create" | "keep" | "no_room" | "not_found" | "parent_not_found" | "cycle" | "too_deep";

interface Tree {
  /** Every folder of the batch, every parent named by it and all their ancestors, as far as they exist. */
  readonly nodes: Map<string, TreeNode>;
  /** Whether folders that do not exist are created. */
  readonly create: boolean;
  readonly maxDepth: number;
  /** The number of folders that may be created. */
  room: number;
}

/**
 * Decides for each folder of a batch whether it may be placed as requested, one after another, but a new parent before its children.
 * Refuses to put a folder into itself. `nodes` becomes the resulting tree, and `room` the remaining number. `root` means the top level.
 */
export function placeFolders(items: readonly PlacedFolder[], tree: Tree): Map<string, Placement> {
  const batch = new Map(items.map((item) => [item.id, item]));
  const placements = new Map<string, Placement>();
  const begun = new Set<string>();

  const visit = (item: PlacedFolder): void => {
    if (begun.has(item.id)) return;
    begun.add(item.id);
    const parent = item.parentId === null ? undefined : batch.get(item.parentId);
    if (parent !== undefined && !tree.nodes.has(parent.id)) visit(parent);
    placements.set(
      item.id,
      place(item, tree, (id) => begun.has(id) && !placements.has(id)),
    );
  };
  for (const item of items) visit(item);
  return placements;
}

function place({ id, parentId }: PlacedFolder, tree: Tree, isUnderway: (id: string) => boolean): Placement {
  const { nodes, create, maxDepth } = tree;
  const known = nodes.get(id);
  if (known === undefined && !create) return "not_found";
  const target = parentId === "root" ? null : parentId;
  const moves = parentId !== null && known?.parentId !== target;
  if (known !== undefined && !moves) return "keep";

  const above = target === null ? [] : pathUp(target, nodes);
  if (target !== null && !nodes.has(target)) return isUnderway(target) ? "cycle" : "parent_not_found";
  if (above.includes(id)) return "cycle";
  const height = known?.height ?? 0;
  if (above.length + 1 + height > maxDepth) return "too_deep";
  if (known === undefined && tree.room === 0) return "no_room";

  if (known === undefined) tree.room--;
  nodes.set(id, { parentId: target, height });
  for (const [index, ancestor] of above.entries()) {
    const node = nodes.get(ancestor);
    if (node !== undefined) node.height = Math.max(node.height, height + index + 1);
  }
  return known === undefined ? "create" : "keep";
}

/** The folder and its ancestors, nearest first. */
function pathUp(id: string, nodes: ReadonlyMap<string, TreeNode>): string[] {
  const path: string[] = [];
  for (let next: string | null = id; next !== null && path.length <= nodes.size; next = nodes.get(next)?.parentId ?? null) path.push(next);
  return path;
}
