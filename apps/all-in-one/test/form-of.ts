// Null until something was counted or written, behind the requests that a test sends.
const laterKnown = new Set(["lastUsedAt", "p95Ms", "since"]);

/** What an example promises about an answer: its keys and the types of its values, not the values. Lists are judged by their first item; an API key that is a key stands for any. */
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
