import { runCommandLine } from "@parley/runtime";
import type { CitusCluster } from "@parley/testing/citus";
import { activityModule } from "../../apps/activity/src/module.ts";
import { notificationsModule } from "../../apps/notifications/src/module.ts";
import { environmentOver } from "./environment.ts";

/** Creates a database on a Citus cluster, with the rows of activity and notifications spread over its workers. Returns its URL. */
export async function spreadDatabase(cluster: CitusCluster, name: string): Promise<string> {
  const url = await cluster.createDatabase(name);
  for (const word of ["migrate", "distribute"]) {
    for (const module of [activityModule, notificationsModule]) await runCommandLine([module], [word], environmentOver(url));
  }
  return url;
}
