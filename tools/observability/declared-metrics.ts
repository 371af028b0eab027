import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createMetrics } from "@parley/runtime";
import { workspaceRoot } from "../workspace-root.ts";

/** The labels of every declared metric, by name; Node's own metrics have no known labels. */
export async function declaredMetrics(): Promise<Map<string, readonly string[]>> {
  const files = globSync(["apps/*/src/**/*.ts", "libs/*/src/**/*.ts"], { cwd: workspaceRoot }).filter((file) => !file.endsWith(".test.ts"));
  const own = files.flatMap((file) => metricsIn(readFileSync(join(workspaceRoot, file), "utf8")));
  const ofNode = (await createMetrics().getMetricsAsJSON()).map(({ name }) => [name, []] as const);
  return new Map([...ofNode, ...own]);
}

// A name, its help, and the labels in brackets, up to the end of the statement or the next name.
function metricsIn(text: string): (readonly [name: string, labels: readonly string[]])[] {
  return [...text.matchAll(/"(parley_[a-z_]+)"(?=,)((?:(?!"parley_)[^;])*)/g)].map(([, name = "", rest = ""]) => {
    const [, list = ""] = /\[((?:\s*"[a-z_]+",?)+)\s*\]/.exec(rest) ?? [];
    return [name, [...list.matchAll(/"([a-z_]+)"/g)].map(([, label = ""]) => label)] as const;
  });
}

/** The metrics in an expression of PromQL, each with the labels of its selector. */
export function metricsNamed(expression: string): (readonly [name: string, labels: readonly string[]])[] {
  const found = expression.matchAll(/\b((?:parley|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = "", matchers = ""]) => [
    name.replace(/_(bucket|count|sum)$/, ""),
    [...matchers.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label),
  ]);
}

/** The labels by which an expression groups or joins. */
export function labelsGroupedBy(expression: string): string[] {
  return [...expression.matchAll(/\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, list = ""]) =>
    list.split(",").map((label) => label.trim()),
  );
}
