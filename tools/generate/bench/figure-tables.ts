import { table } from "./table.ts";

/** A figure that a bench has printed: a value or, without `value`, a range. */
interface MeasuredFigure {
  readonly what: string;
  readonly bench: string;
  readonly value?: number;
  readonly least?: number;
  readonly most?: number;
  readonly unit?: string;
  /** The target; at most one of the two is set. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Measured on a machine that did other work at the same time. */
  readonly shared?: boolean;
  readonly note?: string;
}

export interface FigureGroup {
  readonly title: string;
  readonly figures: readonly MeasuredFigure[];
}

/** Whether the figure meets its target; undefined without a target. A range must meet it as a whole. */
export function isHeld({ value, least, most, atLeast, atMost }: MeasuredFigure): boolean | undefined {
  if (atLeast !== undefined) return (value ?? least ?? Number.NaN) >= atLeast;
  return atMost === undefined ? undefined : (value ?? most ?? Number.NaN) <= atMost;
}

/** A table for each group, and before them how many targets are held. */
export function figureTables(groups: readonly FigureGroup[]): string {
  const held = groups.flatMap(({ figures }) => figures.map(isHeld)).filter((each) => each !== undefined);
  const summary = `${held.filter(Boolean).length} of ${held.length} targets are held. ° was measured on a machine that did other work at the same time.\n`;
  return [summary, ...groups.map(({ title, figures }) => `### ${title}\n\n${table(columns, figures.map(rowOf))}`)].join("\n");
}

const columns = ["Figure", "Measured", "Target", "Held", "`bench --`"];

function rowOf(figure: MeasuredFigure): string[] {
  const { what, bench, unit, atLeast, atMost, shared, note } = figure;
  const held = isHeld(figure);
  return [
    note === undefined ? what : `${what}; ${note}`,
    `${measured(figure)}${shared ? " °" : ""}`,
    atLeast !== undefined ? `≥ ${withUnit(atLeast, unit)}` : atMost !== undefined ? `≤ ${withUnit(atMost, unit)}` : "",
    held === undefined ? "" : held ? "yes" : "**no**",
    `\`${bench}\``,
  ];
}

function measured({ value, least, most, unit }: MeasuredFigure): string {
  const range = least === undefined || most === undefined ? undefined : `${told(least)} to ${told(most)}`;
  if (value === undefined) return `${range ?? "?"}${suffix(unit)}`;
  return range === undefined ? withUnit(value, unit) : `${withUnit(value, unit)} (${range})`;
}

function withUnit(value: number, unit: string | undefined): string {
  return `${told(value)}${suffix(unit)}`;
}

function suffix(unit: string | undefined): string {
  return unit === undefined ? "" : unit === "/s" ? unit : ` ${unit}`;
}

function told(value: number): string {
  return value.toLocaleString("en");
}
