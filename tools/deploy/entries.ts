const lineWidth = 150;
// Words that would begin a list item if a line began with them.
const marker = /^(?:[-+*]|\d+[.)])$/;

/** A setting, as the generated pages show it. */
export interface Entry {
  readonly name: string;
  readonly facts: readonly string[];
  readonly meaning: string;
}

/** A list in Markdown with wrapped lines. In a table the longest meaning would make every row as wide. */
export function entryList(entries: readonly Entry[]): string {
  return entries.map(entryText).join("");
}

function entryText({ name, facts, meaning }: Entry): string {
  const head = `- ${name}${facts.length === 0 ? "" : ` (${facts.join("; ")})`}${meaning === "" ? "" : ":"}`;
  const lines = [head];
  for (const word of meaning.split(/\s+/).filter((part) => part !== "")) {
    const last = lines.at(-1) ?? "";
    if (last.length + 1 + word.length > lineWidth && !marker.test(word)) lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line) => `${line}\n`).join("");
}
