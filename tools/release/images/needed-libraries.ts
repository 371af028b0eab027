import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

// `needed-libraries.ts <root> <file>…` prints the loader and the shared libraries that programs need, directly and indirectly, as paths
// below the root. ldd would run the programs, and so works only for this machine's architecture. Libraries that a program bundles are left
// out.

interface Dynamic {
  readonly loader: string | undefined;
  readonly needed: readonly string[];
  /** The folders that the program searches first, as written in it. */
  readonly runPath: readonly string[];
}

/** The sorted paths below `root` of all libraries that these files need. Fails when a library is missing. */
export function neededLibraries(root: string, files: readonly string[]): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const folders = libraryFolders(root);
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const { loader, needed, runPath } = dynamicOf(file);
    if (loader !== undefined) found.add(loader);
    // libc lists the loader too; programs name its real path.
    for (const name of needed.filter((each) => !each.startsWith("ld-linux"))) {
      const own = runPath.map((folder) => resolve(folder.replace("$ORIGIN", dirname(file)), name)).find((path) => existsSync(path));
      const shared = folders.map((folder) => join(folder, name)).find((path) => existsSync(join(root, path)));
      if (own === undefined && shared === undefined) throw new Error(`${file} needs ${name}, which is not below ${root}.`);
      if (own === undefined && shared !== undefined) found.add(shared);
      visit(own ?? join(root, shared ?? ""));
    }
  };
  for (const file of files) visit(resolve(file));
  return [...found].toSorted();
}

// Debian has a library folder for each architecture, and a root contains one of them.
function libraryFolders(root: string): string[] {
  const triplets = readdirSync(join(root, "usr/lib")).filter((name) => name.endsWith("-linux-gnu"));
  return [...triplets.flatMap((triplet) => [`/lib/${triplet}`, `/usr/lib/${triplet}`]), "/lib64", "/lib", "/usr/lib"];
}

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

const [load, dynamic, interpreter] = [1, 2, 3];
const [neededTag, stringsTag, runPathTags] = [1, 5, [15, 29]];

// Reads 64-bit ELF files, which are little-endian on both architectures.
function dynamicOf(file: string): Dynamic {
  if (!isElf(file)) return { loader: undefined, needed: [], runPath: [] };
  const bytes = readFileSync(file);
  const number = (offset: number) => Number(bytes.readBigUInt64LE(offset));
  const text = (offset: number) => bytes.toString("utf8", offset, bytes.indexOf(0, offset));
  const [table, entrySize, count] = [number(32), bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  const segments = Array.from({ length: count }, (_, index): Segment => {
    const at = table + index * entrySize;
    return { type: bytes.readUInt32LE(at), offset: number(at + 8), address: number(at + 16), size: number(at + 32) };
  });
  const loader = segments.find(({ type }) => type === interpreter);
  const list = segments.find(({ type }) => type === dynamic);
  const entries = Array.from({ length: (list?.size ?? 0) / 16 }, (_, index) => {
    const at = (list?.offset ?? 0) + index * 16;
    return { tag: number(at), value: number(at + 8) };
  });
  const stringsAddress = entries.find(({ tag }) => tag === stringsTag)?.value ?? 0;
  const holder = segments.find(({ type, address, size }) => type === load && stringsAddress >= address && stringsAddress < address + size);
  const strings = stringsAddress - (holder?.address ?? 0) + (holder?.offset ?? 0);
  const named = (wanted: (tag: number) => boolean) => entries.filter(({ tag }) => wanted(tag)).map(({ value }) => text(strings + value));
  return {
    loader: loader === undefined ? undefined : text(loader.offset),
    needed: named((tag) => tag === neededTag),
    runPath: named((tag) => runPathTags.includes(tag)).flatMap((path) => path.split(":")),
  };
}

function isElf(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(4);
    readSync(file, head);
    return head.equals(Buffer.from("\u007fELF"));
  } finally {
    closeSync(file);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [root = "/", ...files] = process.argv.slice(2);
  console.log(neededLibraries(root, files).join("\n"));
}
