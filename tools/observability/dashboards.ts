import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";

/** A folder of the chart, which makes ConfigMaps of its files; compose mounts the same files. */
export const observabilityFolder = join(workspaceRoot, "deploy/helm/parley/observability");

interface Dashboard {
  readonly title: string;
  readonly templating: { readonly list: readonly { readonly query: string | { readonly query: string } }[] };
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

/** The queries of each Grafana dashboard, those of its variables included. */
export const dashboardQueries: readonly (readonly [title: string, query: string])[] = globSync("dashboards/*.json", {
  cwd: observabilityFolder,
}).flatMap((file) => {
  const { title, templating, panels } = JSON.parse(readFileSync(join(observabilityFolder, file), "utf8")) as Dashboard;
  // The data source is a variable as well, and no query.
  const ofVariables = templating.list.flatMap(({ query }) => (typeof query === "string" ? [] : [query.query]));
  const ofPanels = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  return [...ofVariables, ...ofPanels].map((query) => [title, query] as const);
});
