import { parts, triedRows } from "../tried/rows.ts";
import { table } from "./bench/table.ts";

const head = ["With", "Version", "Last run", "Shown by", "What differs"];

/** The page about what Parley was run with. */
export function triedFiles(): Record<string, string> {
  const rows = triedRows();
  const sections = parts.flatMap((part) => {
    const lines = rows.filter((row) => row.part === part);
    if (lines.length === 0) return [];
    return `## ${part}\n\n${table(
      head,
      lines.map(({ name, version, day, command, differs }) => [name, version, day, `\`${command}\``, differs]),
    )}`;
  });
  return { "deploy/tried-with.md": `${begin}\n${sections.join("\n")}` };
}

const begin = `# What Parley was run with

Programs and libraries of others with which Parley has run, in which version and when, and the command that shows it. Where "what differs" is empty, nothing does. What is not here has
not been tried, which does not mean that it fails. A version that nobody has run for a year is removed: \`npm run check\` refuses it.

The table is made from \`tried-with.json\`. The commands that try several versions write their rows themselves; \`npm run generate\` makes this page.
`;
