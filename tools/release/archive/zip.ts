import { crc32, deflateRawSync } from "node:zlib";

interface ZipFile {
  readonly path: string;
  readonly content: Buffer;
}

// All files have the first date that the format can represent.
const time = 0;
const date = (1 << 5) | 1;

/** The files as a zip that contains nothing about the machine or the time: sorted, without file-system attributes. */
export function zip(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const name = Buffer.from(path);
    const compressed = deflateRawSync(content, { level: 9 });
    const fields = fieldsOf(content, compressed, name);
    const local = Buffer.concat([signature(0x04034b50), fields, name, compressed]);
    const made = shorts(20);
    // The comment, disk and attributes remain zero; the offset of the file follows.
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(signature(0x02014b50), made, fields, rest, name);
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((total, { length }) => total + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, signature(0x06054b50), end]);
}

// The fields that a file's local header and the directory share: deflate, UTF-8 name, sizes and checksum.
function fieldsOf(content: Buffer, compressed: Buffer, name: Buffer): Buffer {
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(content), 0);
  sizes.writeUInt32LE(compressed.length, 4);
  sizes.writeUInt32LE(content.length, 8);
  return Buffer.concat([shorts(20, 0x0800, 8, time, date), sizes, shorts(name.length, 0)]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function shorts(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, 2 * index);
  return bytes;
}
