import { createHash } from "node:crypto";

/** The key of a request: the same whenever the same run of an import, interrupted or not, sends the same. */
export function idempotencyKeyOf(importId: string, operation: string, data: object): string {
  return `import-${createHash("sha256")
    .update(`${importId}\n${operation}\n${JSON.stringify(data)}`)
    .digest("hex")}`;
}
