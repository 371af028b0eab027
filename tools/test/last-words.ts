import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";

/** The file in which a run of the tests leaves what made it fail or was unsteady, for whoever runs more than the tests. */
export function lastWordsFile(target: string): string {
  return join(workspaceRoot, `node_modules/.cache/${target}-last-words.txt`);
}
