import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";

/** Where the release of a version is made unless another folder is named; git does not look there. */
export function releaseFolder(version: string): string {
  return join(workspaceRoot, "tools/release/dist", version);
}
