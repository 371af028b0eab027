import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";
import { ai } from "./dashboards/ai.ts";
import { overview } from "./dashboards/overview.ts";
import { removals } from "./dashboards/removals.ts";
import { service } from "./dashboards/service.ts";
import { webhooksAndMails } from "./dashboards/webhooks-and-mails.ts";
import { type Dashboard, grafanaDashboard } from "./grafana.ts";

export const dashboards: readonly Dashboard[] = [overview, service, webhooksAndMails, removals, ai];

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
