import type { JsonObject } from "@parley/kernel";

/**
 * Merges a patch into stored metadata key by key; null removes a key. Both are the text of a JSON object. An empty patch changes nothing.
 * Returns undefined when the result would be longer than `maxBytes` and longer than before.
 */
export function mergeMetadata(stored: string, patch: string, maxBytes: number): string | undefined {
  if (patch === "" || patch === "{}") return stored;
  const merged = { ...(JSON.parse(stored) as JsonObject), ...(JSON.parse(patch) as JsonObject) };
  const text = JSON.stringify(Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)));
  const bytes = Buffer.byteLength(text);
  return bytes > maxBytes && bytes > Buffer.byteLength(stored) ? undefined : text;
}
