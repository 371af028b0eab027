// Null until something was counted or written, a moment after the requests of a test.
const laterKnown = new Set(["lastUsedAt", "p95Ms", "since"]);

/**
 * What an example promises about a response: its keys and the types of its values, but not the values. Lists are represented by their first
 * item; a key that is an API key stands for any API key.
 */
export function formOf(value: unknown): unknown {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? [] : [formOf(value[0])];
  if (typeof value !== "object") return typeof value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [
        key.replace(/^pk_.*/, "pk_…"),
        laterKnown.has(key) ? "a figure, or null until there is one" : formOf((value as Record<string, unknown>)[key]),
      ]),
  );
}
