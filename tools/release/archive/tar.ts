import { gzipSync } from "node:zlib";
import type { ArchiveEntry } from "./entries.ts";

const block = 512;

/**
 * The entries as a tar (ustar) that contains nothing about the machine: sorted, owned by root unless an entry names an owner, and all with
 * the same time.
 */
export function tar(entries: readonly ArchiveEntry[], timeMs: number): Buffer {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return Buffer.concat([...sorted.flatMap((entry) => written(entry, timeMs)), Buffer.alloc(2 * block)]);
}

/** The compressed tar. The gzip header has no time and no name; the compressed bytes depend on the zlib of this Node. */
export function tarGz(entries: readonly ArchiveEntry[], timeMs: number): Buffer {
  return gzipped(tar(entries, timeMs));
}

export function gzipped(content: Buffer): Buffer {
  const compressed = gzipSync(content, { level: 9 });
  // The header's operating system differs between builders, so it is set to "unknown".
  compressed[9] = 255;
  return compressed;
}

function written(entry: ArchiveEntry, timeMs: number): Buffer[] {
  const content = entry.kind === "file" ? entry.content : Buffer.alloc(0);
  const padding = (block - (content.length % block)) % block;
  return [headerOf(entry, content.length, timeMs), content, Buffer.alloc(padding)];
}

const typeFlags = { file: "0", link: "2", folder: "5" } as const satisfies Record<ArchiveEntry["kind"], string>;

function headerOf(entry: ArchiveEntry, size: number, timeMs: number): Buffer {
  const header = Buffer.alloc(block);
  const [prefix, name] = splitPath(entry.kind === "folder" ? `${entry.path}/` : entry.path);
  const owner = entry.owner ?? 0;
  const target = entry.kind === "link" ? entry.target : "";
  if (Buffer.byteLength(target) > 100) throw new Error(`${entry.path} links to a path that is too long for a tar: ${target}`);
  header.write(name, 0);
  header.write(octal(entry.mode, 8), 100);
  header.write(octal(owner, 8), 108);
  header.write(octal(owner, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(Math.floor(timeMs / 1_000), 12), 136);
  // The checksum is calculated with spaces in its own field.
  header.write(" ".repeat(8), 148);
  header.write(typeFlags[entry.kind], 156);
  header.write(target, 157);
  header.write("ustar\u000000", 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\u0000 `, 148);
  return header;
}

function octal(value: number, width: number): string {
  return value.toString(8).padStart(width - 1, "0");
}

/** Splits a path of up to 255 bytes into the two fields of the header. */
function splitPath(path: string): readonly [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= 100) return ["", path];
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)];
    if (Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155 && name !== "") return [prefix, name];
  }
  throw new Error(`${path} is too long for a tar.`);
}
