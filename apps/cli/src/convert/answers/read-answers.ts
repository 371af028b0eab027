import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../../terminal/problem.ts";
import { linesOf } from "../../transfer/import/lines.ts";
import type { Answer } from "../model/source.ts";
import { csvRows } from "./csv.ts";

/**
 * Reads responses from a file, or from the files of a folder in order of their names. A file is one JSON value, a JSON value per line, or
 * CSV.
 */
export async function* readAnswers(path: string): AsyncGenerator<Answer> {
  for (const file of await filesOf(path)) yield* file.toLowerCase().endsWith(".csv") ? csvRows(file) : jsonOf(file);
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new UsageError(`There is no file ${path}.`);
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => /\.(json|ndjson|jsonl|csv)$/i.test(name)).sort();
  if (names.length === 0) throw new UsageError(`${path} has no file that ends in .json, .ndjson, .jsonl or .csv.`);
  return names.map((name) => join(path, name));
}

async function* jsonOf(file: string): AsyncGenerator<Answer> {
  let isByLine: boolean | undefined;
  let number = 0;
  for await (const { text } of linesOf(file, 0)) {
    number++;
    if (text.trim() === "") continue;
    const value = parsed(text);
    // If the first line is not JSON by itself, the whole file is one value.
    isByLine ??= value !== undefined;
    if (!isByLine) break;
    if (value === undefined) throw new UsageError(`Line ${number} of ${file} is not valid JSON: ${text.slice(0, 100)}`);
    yield { value };
  }
  if (isByLine !== false) return;
  const value = parsed(await readFile(file, "utf8"));
  if (value === undefined) throw new UsageError(`${file} is not valid JSON, neither as a whole nor line by line.`);
  yield { value };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
