import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { workspaceRoot } from "../workspace-root.ts";
import { dashboardQueries, observabilityFolder } from "./dashboards.ts";
import { declaredMetrics, labelsGroupedBy, metricsNamed } from "./declared-metrics.ts";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

const alertsFile = join(observabilityFolder, "alerts.yaml");
const testsFile = join(workspaceRoot, "deploy/observability/alerts.test.yaml");
const rules = (parse(readFileSync(alertsFile, "utf8")) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const expressions = [...rules.map(({ alert, expr }) => [alert, expr] as const), ...dashboardQueries];

// Labels added by Prometheus and by histograms.
const added = ["job", "instance", "le"];

/** Why each label has few values: a metric has a series for each combination. No label is chosen by a customer or differs per process. */
const bounded: Readonly<Record<string, string>> = {
  operation: "the paths of declared operations, and one for all others",
  status: "the gateway's HTTP statuses",
  service: "services of the proto files",
  method: "methods of the proto files",
  code: "codes of Connect",
  schema: "one for each service with a database",
  group: "one for each consumer of events",
  topic: "topics of the contracts",
  kind: "declared kinds of work",
  state: "a closed list in the code of each metric",
  outcome: "a closed list in the code of each metric",
  target: "primary and advanced endpoints",
  collection: "declared collections of removals",
  stage: "the two passes of a removal",
  part: "a closed list",
  owner: "services that own removals",
  provider: "supported providers of models and of mails",
  family: "known families of models, and one for all others",
  direction: "input and output",
  of: "callers with valid credentials, and strangers",
};

test.each(expressions)("%s refers to existing metrics and labels", async (_, expression) => {
  const declared = await declaredMetrics();

  const named = metricsNamed(expression);
  const labels = named.flatMap(([name]) => declared.get(name) ?? []);

  expect(named.map(([name]) => name).filter((name) => !declared.has(name))).toEqual([]);
  expect(
    [...named.flatMap(([, chosen]) => chosen), ...labelsGroupedBy(expression)].filter(
      (label) => !labels.includes(label) && !added.includes(label),
    ),
  ).toEqual([]);
});

test("every label of every metric has a documented small set of values", async () => {
  const labels = new Set([...(await declaredMetrics()).values()].flat());

  expect([...labels].filter((label) => bounded[label] === undefined)).toEqual([]);
});

test("every metric of Parley is on a dashboard", async () => {
  const shown = new Set(expressions.flatMap(([, expression]) => metricsNamed(expression).map(([name]) => name)));

  expect([...(await declaredMetrics()).keys()].filter((name) => name.startsWith("parley_") && !shown.has(name))).toEqual([]);
});

test.each(rules)("$alert has a page with instructions, and a test", ({ alert, annotations }) => {
  const page = join(workspaceRoot, annotations.runbook_url);

  expect(existsSync(page), annotations.runbook_url).toBe(true);
  expect(readFileSync(page, "utf8")).toContain(`# ${alert}`);
  expect(readFileSync(testsFile, "utf8")).toContain(`alertname: ${alert}`);
});

const promtool = spawnSync("promtool", ["--version"]).status === 0;
if (!promtool) console.warn("SKIPPED: there is no promtool here (Debian's package prometheus), so the alerts were NOT TESTED.");

test.skipIf(!promtool)("promtool accepts the alerts, and each fires exactly when it should", () => {
  const checked = spawnSync("promtool", ["check", "rules", alertsFile], { encoding: "utf8" });
  const tested = spawnSync("promtool", ["test", "rules", testsFile], { encoding: "utf8" });

  expect([checked.status, checked.stderr]).toEqual([0, ""]);
  expect([tested.status, tested.stdout + tested.stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
});
