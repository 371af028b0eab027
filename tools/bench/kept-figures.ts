import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Figure, told } from "./figures.ts";

const file = join(import.meta.dirname, "released-figures.json");

/** Keeps the figures of a run as those of the release. Other figures stay unchanged. */
export async function keepFigures(figures: readonly Figure[]): Promise<void> {
  const kept = new Map((await keptFigures()).map((figure) => [figure.name, figure]));
  for (const figure of figures) kept.set(figure.name, rounded(figure));
  await writeFile(file, `${JSON.stringify([...kept.values()], null, 2)}\n`);
}

/** The number of figures that the last release has too. */
export async function comparable(figures: readonly Figure[]): Promise<number> {
  const names = new Set((await keptFigures()).map(({ name }) => name));
  return figures.filter(({ name }) => names.has(name)).length;
}

/** A sentence for each figure that is worse than in the last release by more than either varies. */
export async function worseFigures(figures: readonly Figure[]): Promise<string[]> {
  const kept = new Map((await keptFigures()).map((figure) => [figure.name, figure]));
  return figures.flatMap((now) => {
    const then = kept.get(now.name);
    return then !== undefined && isWorse(now, then) ? [`${now.name}: ${told(now)}, was ${told(then)} in the last release.`] : [];
  });
}

/** Whether the median of each lies beyond all rounds of the other, on the worse side. */
export function isWorse(now: Figure, then: Figure): boolean {
  return now.better === "higher" ? now.median < then.least && now.most < then.median : now.median > then.most && now.least > then.median;
}

async function keptFigures(): Promise<Figure[]> {
  return JSON.parse(await readFile(file, "utf8")) as Figure[];
}

function rounded({ median, least, most, ...rest }: Figure): Figure {
  const round = (value: number) => Number(value.toPrecision(3));
  return { ...rest, median: round(median), least: round(least), most: round(most) };
}
