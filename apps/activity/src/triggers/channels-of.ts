const key = "channels";
const most = 100;
const longest = 128;

/** The channels that a thread's own metadata lists, as a list or as one text; from its JSON, which is read only when it has such a key. */
export function channelsOf(metadata: string): string[] {
  if (!metadata.includes(`"${key}"`)) return [];
  const { [key]: named } = JSON.parse(metadata) as { readonly [key]?: unknown };
  const names: readonly unknown[] = Array.isArray(named) ? named : [named];
  const texts = names.filter((name) => typeof name === "string").filter(({ length }) => length > 0 && length <= longest);
  return [...new Set(texts)].slice(0, most);
}
