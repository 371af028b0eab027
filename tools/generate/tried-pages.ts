import { type Part, parts, type Row, triedRows } from "../tried/rows.ts";
import { table } from "./table.ts";
import { pageWithPart } from "./with-part.ts";

const begin = `# What Parley was run with

Programs and libraries of others with which Parley has run, in which version and when, and the command that shows it. Where "what differs" is empty, nothing does. What is not here has
not been tried, which does not mean that it fails. A version that nobody has run for a year is removed: \`npm run check\` refuses it.

The table is made from \`tried-with.json\`. The commands that try several versions write their rows themselves; \`npm run generate\` makes this page.
`;

/** The page about what Parley was run with, and those about the parts of it that customers use. */
export function triedFiles(): Record<string, string> {
  const rows = triedRows();
  const sections = parts.flatMap((part) => {
    const lines = rows.filter((row) => row.part === part);
    return lines.length === 0 ? [] : [`## ${part}\n\n${wholeTable(lines)}`];
  });
  const [generators, agents] = ["libs/openapi-clients.md", "libs/agents.md"];
  return {
    "deploy/tried-with.md": `${begin}\n${sections.join("\n")}`,
    [generators]: pageWithPart(
      generators,
      "clients",
      partTable(rows, "OpenAPI", ["compiles", "success", "error", "map", "null", "time"], "Remarks"),
    ),
    [agents]: pageWithPart(agents, "clients", partTable(rows, "MCP", ["revision", "tools", "refusal"], "Remarks")),
  };
}

function wholeTable(rows: readonly Row[]): string {
  const lines = rows.map(({ name, version, day, command, differs }) => [name, version, day, `\`${command}\``, differs]);
  return table(["With", "Version", "Last run", "Shown by", "What differs"], lines);
}

/** The rows of a part that show these columns. */
function partTable(rows: readonly Row[], part: Part, columns: readonly string[], last: string): string {
  const shown = rows.flatMap(({ name, version, differs, shows, ...row }) =>
    row.part === part && shows !== undefined ? [[name, version, ...columns.map((column) => shows[column] ?? ""), differs]] : [],
  );
  return table(["Client", "Version", ...columns.map((column) => column[0]?.toUpperCase() + column.slice(1)), last], shown);
}
