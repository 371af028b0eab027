import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";
import { dashboards } from "./dashboards/index.ts";
import { grafanaDashboard } from "./grafana.ts";

/** Part of the chart, which makes ConfigMaps of them; compose mounts the same. */
export const observabilityFolder = join(workspaceRoot, "deploy/helm/parley/observability");

/** The files that Grafana reads, by path. */
export function dashboardFiles(): Map<string, string> {
  return new Map(
    dashboards.map((dashboard) => [
      join(observabilityFolder, "dashboards", `${dashboard.uid.replace("parley-", "")}.json`),
      `${JSON.stringify(grafanaDashboard(dashboard), null, 2)}\n`,
    ]),
  );
}
