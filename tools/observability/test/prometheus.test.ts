import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startProcess, until } from "@parley/testing";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { modules } from "../../../apps/all-in-one/src/modules.ts";
import { dashboardQueries, observabilityFolder } from "../dashboards.ts";
import { startPrometheus } from "./start-prometheus.ts";

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly name: string; readonly health: string; readonly lastError?: string }[];
  }[];
}

const prometheus = spawnSync("prometheus", ["--version"]).status === 0;
if (!prometheus) console.warn("SKIPPED: there is no prometheus here (Debian's package prometheus), so the dashboards were NOT EVALUATED.");

const queries = dashboardQueries.map(([, query]) => query.replace(/^label_values\((.*),[^,]*\)$/, "$1"));

test.skipIf(!prometheus)(
  "a Prometheus as compose configures it reads Parley, and evaluates every alert and every query of the dashboards",
  {
    timeout: 180_000,
  },
  async () => {
    await using parley = await startProcess(modules);
    await using server = await startPrometheus(`127.0.0.1:${parley.process.opsPort}`);

    await until(async () => firstValue(await server.ask(`query?query=${encodeURIComponent('up{job="parley"}')}`)) === "1", 60_000);
    const rules = await until(async () => {
      const { groups } = (await server.ask("rules")) as Rules;
      const all = groups.flatMap((group) => group.rules);
      return all.length > 0 && all.every(({ health }) => health !== "unknown") && all;
    }, 60_000);
    const refused: string[] = [];
    for (const query of queries) {
      await server
        .ask(`query?query=${encodeURIComponent(chosen(query))}`)
        .catch((error: Error) => refused.push(`${query}: ${error.message}`));
    }

    expect(rules.filter(({ health }) => health !== "ok")).toEqual([]);
    expect(rules.map(({ name }) => name).sort()).toEqual(alerts().sort());
    expect(refused).toEqual([]);
    expect(queries.length).toBeGreaterThan(40);
  },
);

// The value that Grafana uses when everything is selected.
function chosen(query: string): string {
  return query.replaceAll("$__rate_interval", "1m").replace(/\$(service|schema|provider)\b/g, ".*");
}

function firstValue(answer: unknown): string | undefined {
  return (answer as { result: { value: [number, string] }[] }).result[0]?.value[1];
}

function alerts(): string[] {
  const file = readFileSync(join(observabilityFolder, "alerts.yaml"), "utf8");
  return (parse(file) as { groups: { rules: { alert: string }[] }[] }).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
}
