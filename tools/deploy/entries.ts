const lineWidth = 150;
// At the beginning of a line it would be the marker of another list.
const marker = /^(?:[-+*]|\d+[.)])$/;

/** Something that can be set, as the pages that are made of declarations show it. */
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
