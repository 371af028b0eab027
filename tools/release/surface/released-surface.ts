import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../../workspace-root.ts";
import type { Surface } from "./surface.ts";

/** The public surface of the last release. */
interface Released {
  readonly version: string;
  readonly surface: Surface;
}

const file = "tools/release/surface/released-surface.json";

export function readReleased(root = workspaceRoot): Released {
  return JSON.parse(readFileSync(join(root, file), "utf8")) as Released;
}

export function writeReleased(released: Released, root = workspaceRoot): void {
  writeFileSync(join(root, file), `${JSON.stringify(released, null, 2)}\n`);
}
