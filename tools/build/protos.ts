import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";

/**
 * Makes `libs/contracts/dist/parley-protos-<version>.tar.gz` with the protos and a descriptor set of them, for callers without a checkout.
 * Returns its path.
 */
export function buildProtos(): string {
  const { version } = JSON.parse(readFileSync(join(workspaceRoot, "package.json"), "utf8")) as { version: string };
  const name = `parley-protos-${version}`;
  const dist = join(workspaceRoot, "libs/contracts/dist");
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, name), { recursive: true });
  for (const file of globSync("{parley,google,grpc}/**/*.proto", { cwd: join(workspaceRoot, "proto") })) {
    cpSync(join(workspaceRoot, "proto", file), join(dist, name, file));
  }
  const buf = join(workspaceRoot, "node_modules/.bin/buf");
  execFileSync(buf, ["build", "proto", "--as-file-descriptor-set", "--output", join(dist, name, "parley.binpb")], { cwd: workspaceRoot });
  const archive = join(dist, `${name}.tar.gz`);
  execFileSync("tar", ["-czf", archive, "-C", dist, name]);
  return archive;
}
