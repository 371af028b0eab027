/** An object from another product, whose fields may be anything. */
export type Json = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one for any other value. */
export function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects in a list; none for a value that is not a list. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A string, or a number as string; an empty string for any other value. */
export function text(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

/** Whether a value has content. */
export function isPresent(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isObject(value) || Object.keys(value).length > 0;
}

/** A time in ms from a number, an ISO 8601 string, or an object with seconds and nanoseconds. */
export function timeMs(value: unknown): number | undefined {
  if (typeof value === "number") return timeOf(value);
  if (typeof value === "string" && value !== "") return timeOf(/^\d+$/.test(value) ? Number(value) : Date.parse(value));
  const { seconds, _seconds, nanoseconds, _nanoseconds } = object(value);
  const [whole, part] = [seconds ?? _seconds, nanoseconds ?? _nanoseconds ?? 0];
  return typeof whole === "number" && typeof part === "number" ? timeOf(whole * 1_000 + Math.floor(part / 1e6)) : undefined;
}

function timeOf(ms: number): number | undefined {
  return Number.isFinite(ms) && ms >= 0 && ms <= 8.64e15 ? Math.floor(ms) : undefined;
}

/** The given keys that have content. */
export function picked(item: Json, keys: readonly string[]): Json {
  return Object.fromEntries(keys.filter((key) => isPresent(item[key])).map((key) => [key, item[key]]));
}

export function without(item: Json, keys: readonly string[]): Json {
  return Object.fromEntries(Object.entries(item).filter(([key]) => !keys.includes(key)));
}
