import type { Stryker } from "@stryker-mutator/core";

export type MutantResult = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

export interface Result {
  readonly mutants: number;
  readonly noticed: number;
  readonly percent: string;
  /** One line each: file, line, and what was changed. */
  readonly survivors: readonly string[];
}

export function resultOf(folder: string, results: readonly MutantResult[]): Result {
  const judged = results.filter(({ status }) => ["Killed", "Timeout", "Survived", "NoCoverage"].includes(status));
  const survived = judged.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const noticed = judged.length - survived.length;
  const lines = survived.map(({ fileName, location, mutatorName }) => {
    const file = fileName.slice(fileName.lastIndexOf(`${folder}/`) + folder.length + 1);
    return `${file}:${location.start.line}:${location.start.column} ${mutatorName}`;
  });
  return {
    mutants: judged.length,
    noticed,
    percent: ((noticed / Math.max(judged.length, 1)) * 100).toFixed(1),
    survivors: lines.sort(byPlace),
  };
}

export function writtenResults(results: ReadonlyMap<string, Result>): string {
  const packages = [...results].sort(([left], [right]) => (left < right ? -1 : 1));
  return packages
    .map(([folder, { mutants, noticed, percent, survivors }]) =>
      [`${folder}: ${percent} % (${noticed} of ${mutants})`, ...survivors.map((line) => `  ${line}`), ""].join("\n"),
    )
    .join("");
}

export function readResults(text: string): Map<string, Result> {
  const parts = text.split(/^(?=\S)/m).filter((part) => part !== "");
  return new Map(
    parts.map((part) => {
      const [head = "", ...survivors] = part.trimEnd().split("\n");
      const [, folder = "", percent = "", noticed, mutants] = /^(\S+): (\S+) % \((\d+) of (\d+)\)$/.exec(head) ?? [];
      return [folder, { percent, noticed: Number(noticed), mutants: Number(mutants), survivors: survivors.map((line) => line.trim()) }];
    }),
  );
}

function byPlace(left: string, right: string): number {
  return left.localeCompare(right, "en", { numeric: true });
}
