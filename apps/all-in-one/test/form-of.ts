/** What an example promises about an answer: its keys and the types of its values, not the values. Lists are judged by their first item. */
export function formOf(value: unknown): unknown {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? [] : [formOf(value[0])];
  if (typeof value !== "object") return typeof value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, formOf((value as Record<string, unknown>)[key])]),
  );
}
