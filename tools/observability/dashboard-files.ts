import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";
import { dashboards } from "./dashboards/index.ts";
import { grafanaDashboard } from "./grafana.ts";

/** A folder of the chart, which makes ConfigMaps of its files; compose mounts the same files. */
export const observabilityFolder = join(workspaceRoot, "deploy/helm/parley/observability");

/** Grafana's files, by path. */
export function dashboardFiles(): Map<string, string> {
  return new Map(
    dashboards.map((dashboard) => [
      join(observabilityFolder, "dashboards", `${dashboard.uid.replace("parley-", "")}.json`),
      `${JSON.stringify(grafanaDashboard(dashboard), null, 2)}\n`,
    ]),
  );
}
