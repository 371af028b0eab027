/** A value that JSON can represent. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** The nesting depth of arrays and objects in a parsed JSON value. Counting and recursion stop one level above `limit`. */
export function jsonDepth(value: unknown, limit: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (limit <= 0) return 1;
  let deepest = 0;
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof item !== "object" || item === null) continue;
    deepest = Math.max(deepest, jsonDepth(item, limit - 1));
    if (deepest >= limit) break;
  }
  return deepest + 1;
}

/** The path of the first string or key that neither a text column nor a UTF-8 message can hold: it contains U+0000 or a lone surrogate. */
export function unstorableText(value: unknown, path: string): string | undefined {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? path : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = unstorableText(item, `${path}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key.includes("\0") || !key.isWellFormed()) return path;
    const found = unstorableText(item, path === "" ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same text for equal JSON values, whatever the order of their keys. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
}

/**
 * A metadata change in the form that statements take: the keys to store, as the text of a JSON object, and the keys to remove, as the text
 * of a JSON array. `json` is the text of a JSON object, or empty; its null values remove keys.
 */
export function metadataChange(json: string): { set: string; clear: string } {
  if (json === "" || json === "{}") return { set: "{}", clear: "[]" };
  // Serialised again, so that Postgres never stores a number that JavaScript could not read back.
  const entries = Object.entries(JSON.parse(json) as JsonObject);
  const set = Object.fromEntries(entries.filter(([, value]) => value !== null));
  const clear = entries.filter(([, value]) => value === null).map(([key]) => key);
  return { set: JSON.stringify(set), clear: JSON.stringify(clear) };
}
