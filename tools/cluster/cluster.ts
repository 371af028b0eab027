import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { kafkaJars } from "../../libs/testing/src/kafka/kafka-jars.ts";
import { defaultKafkaVersion } from "../../libs/testing/src/kafka/start-kafka-broker.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { nodes } from "./addresses.ts";
import { controlPlaneGroup, removeControlGroups } from "./control-groups.ts";
import { DockerEngine } from "./docker-engine.ts";
import { buildImages } from "./images.ts";
import type { Inside } from "./inside.ts";
import { kubernetesPrograms } from "./kubernetes-programs.ts";
import { missingRequirements } from "./requirements.ts";

// `npm run cluster [-- --upgrades=5] [--images=<folder>]`: runs a real Kubernetes with two nodes on this machine and installs the chart;
// then upgrades, kills and restarts parts under load, and prints what customers saw. --images keeps the images in that folder and reuses
// them.
const { values } = parseArgs({ options: { upgrades: { type: "string", default: "5" }, images: { type: "string" } } });
const missing = missingRequirements();
if (missing.length > 0) {
  console.log(`SKIPPED: NO CLUSTER WAS BROUGHT UP, missing: ${missing.join("; ")}.`);
  process.exit();
}
const folder = mkdtempSync(join(tmpdir(), "parley-cluster-"));
// Postgres runs under its own account.
chmodSync(folder, 0o755);
const logs = join(workspaceRoot, ".parley/cluster");
mkdirSync(logs, { recursive: true });
try {
  // Nothing can be downloaded from inside the namespaces.
  await kafkaJars(defaultKafkaVersion);
  const { folder: binaries, helm, pause } = kubernetesPrograms();
  const images = await imagesIn(values.images ?? folder, pause);
  process.exitCode = await enter({ folder, logs, binaries, helm, images, upgrades: Number(values.upgrades) });
} finally {
  for (const name of [...nodes.map((node) => node.name), controlPlaneGroup]) await removeControlGroups(name);
  rmSync(folder, { recursive: true, force: true });
}
console.log(`The logs of its programs are in ${logs}.`);

async function imagesIn(kept: string, pause: string): Promise<readonly string[]> {
  mkdirSync(kept, { recursive: true });
  const there = [0, 1].map((index) => join(kept, `image-${index}.tar`));
  if (there.every((file) => existsSync(file))) return there;
  // Downloads and builds are kept, so that the next run takes seconds.
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley/docker");
  const docker = await DockerEngine.start(cache, join(logs, "docker.log"));
  try {
    return buildImages(docker, pause, kept);
  } finally {
    await docker.stop();
  }
}

/**
 * Enters new namespaces for mounts, network and processes: nothing outside changes, and everything inside ends with their first process.
 */
async function enter(inside: Inside): Promise<number> {
  const namespaces = ["--mount", "--net", "--pid", "--fork", "--mount-proc", "--kill-child", "--propagation", "private"];
  const program = [process.execPath, join(import.meta.dirname, "inside.ts"), JSON.stringify(inside)];
  // The shell reaps processes whose parents have exited.
  const child = spawn("unshare", [...namespaces, "sh", "-c", '"$@"; exit $?', "sh", ...program], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => child.kill("SIGKILL"));
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
