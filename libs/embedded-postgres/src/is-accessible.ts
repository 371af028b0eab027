import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { ServerUser } from "./server-user.ts";

/**
 * Whether the user may enter this folder and each of its parents. Judged only by the mode: an access list that grants more only leads to an
 * unneeded copy below /var/lib/parley.
 */
export async function isAccessible(folder: string, user: ServerUser): Promise<boolean> {
  if (!allows(await stat(folder), user, 0o1)) return false;
  const parent = dirname(folder);
  return parent === folder || isAccessible(parent, user);
}

/** Whether the mode grants this user the right (4 read, 2 write, 1 enter or execute). */
export function allows({ mode, uid, gid }: Stats, user: ServerUser, right: number): boolean {
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & right) === right;
}
