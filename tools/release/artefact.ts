import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Component } from "./sboms/cyclonedx.ts";

/** The input of a release, and the folder to which it is written. */
export interface ReleaseContext {
  /** The folder with the sources of the commit only. */
  readonly root: string;
  readonly folder: string;
  readonly version: string;
  readonly commit: string;
  readonly timeMs: number;
}

/** An installable file of a release. */
export interface Artefact {
  /** The path below the release's folder. */
  readonly path: string;
  /** A short description for the notes. */
  readonly about: string;
  readonly subject: Component;
  readonly components: readonly Component[];
}

/** Writes a file of a release. */
export function put({ folder }: ReleaseContext, path: string, content: Buffer | string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

export function sha256(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}
