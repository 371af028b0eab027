import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommandLine } from "@parley/runtime";
import { workspaceModule } from "../../apps/workspace/src/module.ts";
import { until } from "../../libs/testing/src/until.ts";
import { apiServer, gatewayPort, nodes } from "./addresses.ts";
import { makeCertificates } from "./certificates.ts";
import { Cluster } from "./cluster-under-test.ts";
import { command } from "./commands.ts";
import { startControlPlane } from "./control-plane.ts";
import { startDataServices } from "./data-services.ts";
import { serviceImage } from "./images.ts";
import { layOutMachine } from "./machine.ts";
import { startNameServer } from "./name-server.ts";
import { Programs } from "./programs.ts";
import { runScenarios } from "./scenarios.ts";
import { containerdSocket, podLogsOf, startNode } from "./worker-node.ts";

// Runs in the namespaces made by `cluster.ts`: starts the cluster, runs the scenarios, prints the table.
const { folder, logs, binaries, helm, images, upgrades } = JSON.parse(process.argv[2] ?? "{}") as Inside;

/** The parameters from `cluster.ts`. */
export interface Inside {
  readonly folder: string;
  readonly logs: string;
  readonly binaries: string;
  readonly helm: string;
  readonly images: readonly string[];
  readonly upgrades: number;
}

const certificates = join(folder, "certificates");
const environment = { ...process.env, KUBECONFIG: join(certificates, "kubeconfig"), HOME: folder };
const kubectl = command(join(binaries, "kubectl"), [], environment);

try {
  const { cluster, connections } = await bringUp();
  const outcomes = await runScenarios(cluster, upgrades);
  console.table(
    outcomes.map(({ what, sent, failed, unrepeatable, lost, changes, wrongChanges, brokenStreams, p99Ms, seconds, contended, seen }) => ({
      what,
      sent,
      failed,
      "of them writes without an idempotency key": unrepeatable,
      lost,
      changes,
      "of them received wrongly": wrongChanges,
      "streams broken": brokenStreams,
      "p99, ms": p99Ms,
      seconds,
      "processors contended, %": contended,
      seen,
    })),
  );
  const { most, allowed } = connections();
  console.log(`At most ${most} of ${allowed} connections to Postgres.`);
  if (outcomes.some(({ held }) => !held)) process.exitCode = 1;
} catch (error) {
  console.error(error);
  console.error(await kubectl("get", "pods,events", "-A", "-o", "wide").catch(String));
  process.exitCode = 1;
}
process.exit();

async function bringUp() {
  layOutMachine();
  makeCertificates(certificates);
  const programs = new Programs(logs, environment);
  const { databaseUrl, broker, connections } = await startDataServices(folder);
  console.log("Postgres and Kafka answer.");
  const ask = await startControlPlane({ programs, binaries, certificates, folder });
  await startNameServer(ask);
  for (const node of nodes) startNode(node, { programs, binaries, certificates, folder });
  for (const { name } of nodes) await importImages(name);
  // The nodes exist once their kubelets have registered.
  await until(async () => (await kubectl("get", "nodes", "-o", "name")).split("\n").length > nodes.length, 180_000);
  await kubectl("wait", "--for=condition=Ready", ...nodes.map(({ name }) => `node/${name}`), "--timeout=180s");
  console.log(
    `Kubernetes ${(await kubectl("version", "-o", "yaml")).match(/gitVersion: (.+)/)?.[1]} with ${nodes.length} nodes answers at ${apiServer}.`,
  );

  const adminToken = randomBytes(24).toString("hex");
  await makeSecrets(databaseUrl, adminToken);
  const values = join(folder, "values.json");
  writeFileSync(values, JSON.stringify(chartValues(broker)));
  const podLogs = nodes.map(({ name }) => podLogsOf(folder, name));
  const cluster = new Cluster({ kubectl, helm: command(helm, [], environment), adminToken, podLogs, values });
  const beganMs = performance.now();
  await cluster.upgrade(0);
  console.log(`Installed: ${(await cluster.pods()).length} pods ready after ${Math.round((performance.now() - beganMs) / 1_000)} s.`);
  return { cluster, connections };
}

async function importImages(node: string): Promise<void> {
  const ctr = command("ctr", ["-a", containerdSocket(node), "-n", "k8s.io"]);
  await until(
    () =>
      ctr("version").then(
        () => true,
        () => false,
      ),
    60_000,
  );
  for (const image of images) await ctr("images", "import", image);
}

async function makeSecrets(databaseUrl: string, adminToken: string): Promise<void> {
  const made = await runCommandLine([workspaceModule], ["make-secrets", "kubernetes"], { PARLEY_ADMIN_TOKEN: adminToken });
  const file = join(folder, "secrets");
  writeFileSync(file, made, { mode: 0o600 });
  await kubectl("create", "secret", "generic", "parley", `--from-env-file=${file}`);
  await kubectl("create", "secret", "generic", "parley-database", `--from-literal=database-url=${databaseUrl}`);
}

// The chart's default values, except for addresses.
function chartValues(broker: string): object {
  const [repository, tag] = serviceImage.split(":");
  return {
    image: { repository, tag, pullPolicy: "Never" },
    kafka: { brokers: [broker] },
    topics: { replication: 1 },
    services: { gateway: { service: { type: "NodePort", nodePort: gatewayPort } } },
  };
}
