import { UsageError } from "../../terminal/problem.ts";
import { isObject, isPresent, type Json, object } from "../model/json.ts";

/** Where a value comes from: a path such as `user.id`, the first of several paths that has content, or a constant for all rows. */
type Path = string | readonly string[] | { readonly value: string };

/** The path of a list in a row, and the paths of fields in the list's items. */
type Items = Readonly<Record<string, Path>>;

/** The mapping from the fields of a row to those of a comment. */
export interface Mapping {
  /** The path of the list of rows within a line or a file; undefined if the line or file is itself a row or a list of rows. */
  readonly rows?: string;
  readonly fields: Readonly<Record<string, Path>>;
  readonly lists: Readonly<Record<string, Items>>;
  /** Custom keys of a thread, a comment and a location, by their names in Parley. */
  readonly keys: Readonly<Record<string, Items>>;
  /** Fields that are left out on purpose and not counted. */
  readonly ignore: readonly string[];
}

// biome-ignore format: a list of names
const fields = [
  "organizationId", "documentId", "documentName", "annotationId", "commentId", "userId", "userName", "userEmail", "userPhotoUrl", "commentText", "commentHtml", "createdAt",
  "status", "resolved", "priority", "type", "skip",
];

const lists: Readonly<Record<string, readonly string[]>> = {
  tagged: ["items", "userId", "name", "email", "text"],
  attachments: ["items", "attachmentId", "name", "url", "mimeType"],
  reactions: ["items", "reaction", "userId", "name", "email"],
};

const keys = ["location", "metadata", "commentMetadata"];
const required = ["documentId", "annotationId", "commentId", "userId"];

/** Checks the mapping in a file. Unknown names are refused, so that a misspelt name is not ignored. */
export function mappingOf(file: Json): Mapping {
  const known = ["rows", "ignore", ...fields, ...Object.keys(lists), ...keys];
  const unknown = Object.keys(file).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new UsageError(`The mapping has ${unknown.join(", ")}, which is not one of ${known.join(", ")}.`);
  const missing = required.filter((key) => file[key] === undefined);
  if (missing.length > 0) throw new UsageError(`The mapping lacks ${missing.join(", ")}.`);
  const listed = Object.entries(lists).filter(([name]) => file[name] !== undefined);
  const { rows, ignore = [] } = file;
  if (rows !== undefined && typeof rows !== "string") throw new UsageError("The mapping's rows must be a path.");
  if (!Array.isArray(ignore)) throw new UsageError("The mapping's ignore must be a list of names.");
  return {
    ...(rows === undefined ? {} : { rows }),
    fields: Object.fromEntries(fields.filter((key) => file[key] !== undefined).map((key) => [key, pathOf(file[key], key)])),
    lists: Object.fromEntries(listed.map(([name, names]) => [name, itemsOf(file[name], name, names)])),
    keys: Object.fromEntries(keys.filter((key) => file[key] !== undefined).map((key) => [key, itemsOf(file[key], key)])),
    ignore: ignore.map(String),
  };
}

function itemsOf(given: unknown, name: string, names?: readonly string[]): Items {
  if (!isObject(given)) throw new UsageError(`The mapping's ${name} must be an object of paths.`);
  const unknown = names === undefined ? [] : Object.keys(given).filter((key) => !names.includes(key));
  if (unknown.length > 0)
    throw new UsageError(`The mapping's ${name} has ${unknown.join(", ")}, which is not one of ${names?.join(", ")}.`);
  if (names !== undefined && given.items === undefined) throw new UsageError(`The mapping's ${name} lacks items, the path of the list.`);
  return Object.fromEntries(Object.entries(given).map(([key, path]) => [key, pathOf(path, `${name}.${key}`)]));
}

function pathOf(given: unknown, name: string): Path {
  if (typeof given === "string" && given !== "") return given;
  if (Array.isArray(given) && given.length > 0 && given.every((each) => typeof each === "string")) return given;
  if (isObject(given) && typeof given.value === "string") return { value: given.value };
  throw new UsageError(`The mapping's ${name} must be a path, a list of paths, or {"value": "…"}.`);
}

/** The value of a row at a path. */
export function at(row: Json, path: Path | undefined): unknown {
  if (path === undefined) return undefined;
  if (typeof path === "string") return step(row, path);
  if ("value" in path) return path.value;
  return (path as readonly string[]).map((each) => step(row, each)).find(isPresent);
}

// A name with a dot is tried as a whole before it is read as a path, because columns of CSV may have such names.
function step(row: Json, path: string): unknown {
  if (path === ".") return row;
  if (Object.hasOwn(row, path)) return row[path];
  return path.split(".").reduce<unknown>((value, key) => (Object.hasOwn(object(value), key) ? object(value)[key] : undefined), row);
}
