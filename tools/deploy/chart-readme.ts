import { join } from "node:path";
import { isMap, isScalar, type Pair, parseDocument, stringify, type YAMLMap } from "yaml";
import { chartFolder } from "./chart.ts";

export const readmeFile = join(chartFolder, "README.md");

/** The chart's README: every value with its default and the comment above it in `values.yaml`. */
export function chartReadme(values: string): string {
  const document = parseDocument(values);
  const rows = rowsOf(document.contents as YAMLMap, "");
  const lines = [["Value", "Default", "Meaning"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const written = [lines[0] ?? [], widths.map((width) => "-".repeat(width)), ...rows].map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`,
  );
  return opening + written.join("");
}

const opening = `# Parley on Kubernetes

The seven programs of Parley, with a Postgres and a Kafka of yours: see [Deployment](../../README.md) for how to install and operate it, and
[examples](../examples) for both by their operators. A value that is not here is refused, and so is one of the wrong type.

Written by \`node tools/deploy/write-chart-readme.ts\` from \`values.yaml\`.

`;

type Row = readonly [name: string, fallback: string, meaning: string];

function rowsOf(map: YAMLMap, path: string): Row[] {
  return map.items.flatMap((item, index) => {
    const { key, value } = item as Pair;
    const name = `${path}${String(isScalar(key) ? key.value : key)}`;
    const meaning = commentOf(item as Pair, map, index);
    if (!isMap(value) || value.items.length === 0 || value.flow) return [[`\`${name}\``, `\`${text(value)}\``, meaning] as const];
    const own = meaning === "" ? [] : [[`\`${name}\``, "", meaning] as const];
    return [...own, ...rowsOf(value, `${name}.`)];
  });
}

// The first entry of a map has its comment on the map.
function commentOf({ key }: Pair, map: YAMLMap, index: number): string {
  const above = isScalar(key) ? key.commentBefore : undefined;
  const comment = above ?? (index === 0 ? map.commentBefore : undefined) ?? "";
  const paragraph = comment.split("\n\n").at(-1) ?? "";
  return paragraph.replaceAll(/\s+/g, " ").trim().replaceAll("|", "\\|");
}

function text(value: unknown): string {
  return stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trim();
}
