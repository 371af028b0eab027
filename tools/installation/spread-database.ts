import { runCommandLine } from "@parley/runtime";
import type { CitusCluster } from "@parley/testing/citus";
import { activityModule } from "../../apps/activity/src/module.ts";
import { notificationsModule } from "../../apps/notifications/src/module.ts";
import { environmentOver } from "./environment.ts";

/** Creates a database on a Citus cluster, with the rows of activity and notifications spread over its workers. Returns its URL. */
export async function spreadDatabase(cluster: Pick<CitusCluster, "createDatabase">, name: string): Promise<string> {
  const url = await cluster.createDatabase(name);
  for (const word of ["migrate", "distribute"]) await runOfBoth(word, url);
  return url;
}

/** Brings the rows back to the coordinator. No service may run. */
export async function gatherDatabase(url: string): Promise<void> {
  await runOfBoth("gather", url);
}

async function runOfBoth(word: string, url: string): Promise<void> {
  for (const module of [activityModule, notificationsModule]) await runCommandLine([module], [word], environmentOver(url));
}
