import { printable } from "./terminal.ts";

/** The columns of a table, each with a function from a row to its cell. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>;

const widest = 60;
const gap = "  ";

/** A table as lines: a heading, and one for each row. A cell that is too long is cut. */
export function table<Row>(rows: readonly Row[], columns: Columns<Row>): string[] {
  const titles = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((cell) => cellText(cell(row))));
  const widths = titles.map((title, index) => Math.max(title.length, ...cells.map((line) => widthOf(line[index] ?? ""))));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, index) => padded(text, widths[index] ?? 0))
      .join(gap)
      .trimEnd();
  return [line(titles.map((title) => title.toUpperCase())), ...cells.map(line)];
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = printable(typeof value === "object" ? JSON.stringify(value) : String(value));
  const characters = [...segments.segment(text)].map(({ segment }) => segment);
  return characters.length > widest ? `${characters.slice(0, widest - 1).join("")}…` : text;
}

const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" });

// The width on a terminal, where emoji and East Asian characters take two columns.
function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segments.segment(text)) width += isWide.test(segment) ? 2 : 1;
  return width;
}

const isWide = /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;

function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** A time for people. */
export function timeText(ms: number | null | undefined): string {
  return ms === undefined || ms === null ? "" : new Date(ms).toISOString().replace("T", " ").slice(0, 19);
}
