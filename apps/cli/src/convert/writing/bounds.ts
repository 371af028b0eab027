import { isObject, type Json } from "../model/json.ts";

/** The limits of imported data, as stated in the reference. */
export const bounds = {
  text: 100_000,
  name: 1_000,
  url: 4_096,
  listed: 100,
  reaction: 64,
  locationKeys: 16_384,
  attachmentKeys: 8_192,
  metadata: 200_000,
  depth: 24,
} as const;

/** Cuts a text to the longest allowed length, never within a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

/** Whether custom keys can be stored unchanged: not too long, not nested too deeply, and without numbers that JSON parsers change. */
export function isStorable(item: Json, most: number = bounds.metadata): boolean {
  return isPlain(item, 0) && JSON.stringify(item).length <= most;
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "number") return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  if (depth > bounds.depth) return false;
  if (Array.isArray(value)) return value.every((each) => isPlain(each, depth + 1));
  return !isObject(value) || Object.values(value).every((each) => isPlain(each, depth + 1));
}
