const key = "channels";
const most = 100;
const longest = 128;

/** The channels listed in a thread's metadata, as a list or as a single text. The JSON is parsed only when it contains that key. */
export function channelsOf(metadata: string): string[] {
  if (!metadata.includes(`"${key}"`)) return [];
  const { [key]: named } = JSON.parse(metadata) as { readonly [key]?: unknown };
  const names: readonly unknown[] = Array.isArray(named) ? named : [named];
  const texts = names.filter((name) => typeof name === "string").filter(({ length }) => length > 0 && length <= longest);
  return [...new Set(texts)].slice(0, most);
}
