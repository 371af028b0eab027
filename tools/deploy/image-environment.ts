import { readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";

/** The variables set by a target of the Dockerfile and by the stages below it. */
export function imageEnvironment(target: string): Record<string, string> {
  const environments = new Map<string, Record<string, string>>();
  let current: Record<string, string> = {};
  for (const line of readFileSync(join(workspaceRoot, "deploy/Dockerfile"), "utf8").replaceAll("\\\n", " ").split("\n")) {
    const [, base = "", stage = ""] = /^FROM (\S+) AS (\S+)/.exec(line) ?? [];
    if (stage !== "") {
      current = { ...environments.get(base) };
      environments.set(stage, current);
    }
    if (!line.startsWith("ENV ")) continue;
    for (const [, name = "", value = ""] of line.matchAll(/([A-Z_]+)=(\S+)/g)) current[name] = value;
  }
  const found = environments.get(target);
  if (found === undefined) throw new Error(`deploy/Dockerfile has no target ${target}.`);
  return found;
}
