/** A table in Markdown whose columns are as wide as their longest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...lines.map((line) => (line[column] ?? "").length)));
  const text = (cells: readonly string[]) => `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |\n`;
  return [text(head), text(widths.map((width) => "-".repeat(width))), ...rows.map(text)].join("");
}
