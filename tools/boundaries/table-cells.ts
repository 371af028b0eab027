/** The maximum number of characters in a table cell: longer ones cannot be read in an editor, nor compared between two versions. */
export const longestCell = 160;

const separator = /^\|[\s|:-]+$/;
const border = /(?<!\\)\|/;

/** Returns the lines (from 1) of a Markdown text that have a table cell of more than 160 characters. */
export function wideCells(markdown: string): number[] {
  return markdown.split("\n").flatMap((line, index) => {
    if (!line.startsWith("|") || separator.test(line)) return [];
    const isWide = line.split(border).some((cell) => cell.trim().length > longestCell);
    return isWide ? [index + 1] : [];
  });
}
