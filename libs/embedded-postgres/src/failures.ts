/** The embedded Postgres is not available, for a reason that a person can correct. The message is one sentence and needs no stack. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}

/** Explains a failed file operation on this folder in a sentence; returns any other error unchanged. */
export function explainFolderFailure(error: unknown, folder: string): unknown {
  const reason = error instanceof Error && "code" in error ? reasons.find(({ code }) => code === error.code) : undefined;
  if (reason === undefined || !(error instanceof Error)) return error;
  const where = "path" in error && error.path !== folder ? ` at ${String(error.path)}` : "";
  return new EmbeddedPostgresError(`The data folder ${folder} cannot be used: ${reason.says}${where}.`, { cause: error });
}

/** Explains the output of `initdb` and `postgres`, which run with the C locale. */
export function explainOutput(lines: readonly string[], folder: string): EmbeddedPostgresError | undefined {
  const reason = reasons.find(({ text }) => lines.some((line) => line.includes(text)));
  return reason && new EmbeddedPostgresError(`The data folder ${folder} cannot be used: ${reason.says}.`, { cause: lines.join("\n") });
}

const reasons = [
  { code: "ENOSPC", text: "No space left on device", says: "the disk is full" },
  { code: "EDQUOT", text: "Disk quota exceeded", says: "the disk quota is used up" },
  { code: "EROFS", text: "Read-only file system", says: "the file system is read-only" },
  { code: "EACCES", text: "Permission denied", says: "permission is denied" },
  { code: "EPERM", text: "Operation not permitted", says: "the operation is not permitted" },
  { code: "ENOTDIR", text: "Not a directory", says: "one of its parents is not a folder" },
  { code: "EEXIST", text: "File exists", says: "one of its parents is not a folder" },
  { code: "EBUSY", text: "Device or resource busy", says: "it is a mount point (mount its parent instead)" },
  { code: "EXDEV", text: "Invalid cross-device link", says: "it is a mount point (mount its parent instead)" },
] as const;

/** The value, or undefined when its file does not exist. */
export async function ignoreMissing<Value>(reading: Promise<Value>, ...otherCodes: string[]): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, "ENOENT", ...otherCodes)) return undefined;
    throw error;
  }
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
