import { readFile } from "node:fs/promises";
import { UsageError } from "../../terminal/problem.ts";
import type { Person } from "../model/found.ts";
import { isObject, object, text } from "../model/json.ts";
import { csvRows } from "./csv.ts";

/**
 * Reads the request headers for a source from a file with one header per line. They are not options, because every user of a machine can
 * read its command lines, and headers may be secret.
 */
export async function readHeaders(path: string): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const line of (await readText(path)).split("\n").map((each) => each.trim())) {
    if (line === "" || line.startsWith("#")) continue;
    const colon = line.indexOf(":");
    if (colon < 1) throw new UsageError(`${path} has a line without a colon; a header has the form name: value.`);
    headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return headers;
}

/**
 * Reads users by their ids in the source, from CSV with the columns id, userId, name and email, or from a JSON object with a user for each
 * id.
 */
export async function readPeople(path: string): Promise<Map<string, Person>> {
  const people = new Map<string, Person>();
  const add = (id: string, item: unknown) => {
    const { userId, name, email } = object(item);
    if (id === "") throw new UsageError(`${path} has a user without an id in the source.`);
    people.set(id, { userId: text(userId) || id, name: text(name), email: text(email) });
  };
  if (path.toLowerCase().endsWith(".csv")) for await (const { value } of csvRows(path)) add(text(object(value).id), value);
  else for (const [id, item] of Object.entries(await readJsonObject(path))) add(id, item);
  return people;
}

/** Reads a file that contains a JSON object. */
export async function readJsonObject(path: string): Promise<Readonly<Record<string, unknown>>> {
  const source = await readText(path);
  try {
    const value: unknown = JSON.parse(source);
    if (isObject(value)) return value;
  } catch (error) {
    throw new UsageError(`${path} is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
  throw new UsageError(`${path} must be a JSON object.`);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
