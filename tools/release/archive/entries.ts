import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** One member of an archive, with a relative path that uses slashes. */
export type ArchiveEntry = Named &
  (
    | { readonly kind: "file"; readonly content: Buffer }
    | { readonly kind: "folder" }
    | {
        readonly kind: "link";
        readonly target: string;
      }
  );

interface Named {
  readonly path: string;
  readonly mode: number;
  /** The numeric id of its user and group; root by default. */
  readonly owner?: number;
}

export function fileEntry(path: string, content: Buffer | string, mode = 0o644): ArchiveEntry {
  return { kind: "file", path, mode, content: Buffer.from(content) };
}

/**
 * Everything below a folder, with `prefix` before each path. Files have the mode 0755 if they are executable, else 0644. Folders have the
 * mode 0755, or 1777 if they have the sticky bit.
 */
export function entriesOf(folder: string, prefix = ""): ArchiveEntry[] {
  return readdirSync(folder).flatMap((name): ArchiveEntry[] => {
    const [file, path] = [join(folder, name), `${prefix}${name}`];
    const found = lstatSync(file);
    if (found.isSymbolicLink()) return [{ kind: "link", path, mode: 0o777, target: readlinkSync(file) }];
    if (found.isDirectory())
      return [{ kind: "folder", path, mode: (found.mode & 0o1000) === 0 ? 0o755 : 0o1777 }, ...entriesOf(file, `${path}/`)];
    return [fileEntry(path, readFileSync(file), (found.mode & 0o100) === 0 ? 0o644 : 0o755)];
  });
}
