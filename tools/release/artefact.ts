import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Component } from "./sboms/cyclonedx.ts";

/** What a release is made of, and where it goes. */
export interface ReleaseContext {
  /** The sources, laid out by themselves. */
  readonly root: string;
  readonly folder: string;
  readonly version: string;
  readonly commit: string;
  readonly timeMs: number;
}

/** One file of a release that somebody installs. */
export interface Artefact {
  /** Path below the release's folder. */
  readonly path: string;
  /** A clause for the notes: what it is. */
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
