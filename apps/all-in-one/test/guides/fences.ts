import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

export const repository = resolve(import.meta.dirname, "../../../..");

/** A fenced block of a page. */
export interface Fence {
  readonly language: string;
  /** The text after the language; `no-test: …` states why a test does not run it. */
  readonly tag: string;
  readonly body: string;
}

/** The fenced blocks of a page of the repository, in order. */
export async function fencesOf(page: string): Promise<Fence[]> {
  const text = await readFile(join(repository, page), "utf8");
  return [...text.matchAll(/^```(\w+) ?([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, language = "", tag = "", body = ""]) => ({
    language,
    tag,
    body,
  }));
}
