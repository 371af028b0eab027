import { setTimeout as delay } from "node:timers/promises";
import { until } from "../../libs/testing/src/until.ts";
import type { FailedRequest } from "../acceptance/load.ts";
import type { Cluster } from "./cluster-under-test.ts";
import { command } from "./commands.ts";
import { type Outcome, underLoad } from "./scenario.ts";

const rate = 40;
const scaled = "users";
const shareWithinMs = 30_000;
const fairShare = { least: 0.15, most: 0.35 };

/** Runs all scenarios on the cluster, one after the other. */
export async function runScenarios(cluster: Cluster, upgrades: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let run = 1; run <= upgrades; run++) {
    outcomes.push(
      await underLoad(
        cluster,
        `upgrade ${run}`,
        rate,
        alone(() => cluster.upgrade(run)),
      ),
    );
  }
  outcomes.push(await underLoad(cluster, `${scaled} scaled from 2 to 4`, rate, scaleOut));
  await cluster.kubectl("scale", `deployment/parley-${scaled}`, "--replicas=2");
  outcomes.push(await underLoad(cluster, "a pod of users and one of activity killed", rate, killPods));
  const node = (await cluster.nodes()).at(-1) ?? "";
  outcomes.push(
    await underLoad(
      cluster,
      `node ${node} drained`,
      rate,
      alone(() => drain(cluster, node)),
    ),
  );
  await cluster.kubectl("uncordon", node);
  outcomes.push(await underLoad(cluster, "rolled back", rate, alone(rollBack)));
  return outcomes;
}

/** A scenario without further observations. */
function alone(act: (cluster: Cluster) => Promise<void>) {
  return async (cluster: Cluster) => {
    await act(cluster);
    return undefined;
  };
}

async function scaleOut(cluster: Cluster) {
  await cluster.kubectl("scale", `deployment/parley-${scaled}`, "--replicas=4");
  await ready(cluster, scaled, 4);
  const before = await cluster.answered(scaled);
  await delay(shareWithinMs);
  const after = await cluster.answered(scaled);
  const calls = [...after].map(([name, count]) => count - (before.get(name) ?? 0));
  const all = calls.reduce((sum, count) => sum + count, 0);
  const shares = calls.map((count) => count / all);
  const held = shares.length === 4 && shares.every((share) => share >= fairShare.least && share <= fairShare.most);
  return { seen: shares.map((share) => `${Math.round(share * 100)} %`).join(", "), held };
}

/**
 * Kills pods as a lack of memory would: nothing is finished and nobody is told. Reads are retried. A write without an idempotency key
 * fails, because its outcome is unknown.
 */
async function killPods(cluster: Cluster) {
  for (const service of ["users", "activity"]) {
    const [pod] = await cluster.pods(service);
    if (pod === undefined) throw new Error(`There is no pod of ${service}.`);
    // A node of kind is a container.
    await command("docker")("exec", pod.node, "ctr", "-n", "k8s.io", "tasks", "kill", "-s", "SIGKILL", pod.container);
    await until(
      async () => (await cluster.pods(service)).some(({ name, restarts }) => name === pod.name && restarts > pod.restarts),
      120_000,
    );
    await ready(cluster, service, 2);
  }
  return { seen: "", held: true, mayFail: ({ repeatable, status }: FailedRequest) => !repeatable && status === 503 };
}

async function drain(cluster: Cluster, node: string): Promise<void> {
  await cluster.kubectl("drain", node, "--ignore-daemonsets", "--delete-emptydir-data", "--timeout=300s");
  for (const service of ["gateway", "workspace", "organization-directory", "users", "activity"]) await ready(cluster, service, 2);
}

/** Rolls back to the version before the last. */
async function rollBack(cluster: Cluster): Promise<void> {
  await cluster.helm("rollback", "parley", "--wait", "--timeout", "8m");
}

async function ready(cluster: Cluster, service: string, replicas: number): Promise<void> {
  await cluster.kubectl("rollout", "status", `deployment/parley-${service}`, "--timeout=300s");
  await until(async () => (await cluster.pods(service)).length === replicas, 300_000);
}
