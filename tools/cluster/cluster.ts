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

// `npm run cluster [-- --upgrades=5] [--images=<folder>]`: a real Kubernetes of two nodes on this machine, the chart on it, and everything that happens to
// an installation, while it is used. Prints what customers saw. With --images the images are kept there, and taken from there when they are there.
const { values } = parseArgs({ options: { upgrades: { type: "string", default: "5" }, images: { type: "string" } } });
const missing = missingRequirements();
if (missing.length > 0) {
  console.log(`SKIPPED: NO CLUSTER WAS BROUGHT UP, for want of: ${missing.join("; ")}.`);
  process.exit();
}
const folder = mkdtempSync(join(tmpdir(), "parley-cluster-"));
// Postgres runs as its own account.
chmodSync(folder, 0o755);
const logs = join(workspaceRoot, ".parley/cluster");
mkdirSync(logs, { recursive: true });
try {
  // Nothing is reached from inside but what is there by then.
  await kafkaJars(defaultKafkaVersion);
  const { folder: binaries, helm, pause } = kubernetesPrograms();
  const images = await imagesIn(values.images ?? folder, pause);
  process.exitCode = await enter({ folder, logs, binaries, helm, images, upgrades: Number(values.upgrades) });
} finally {
  for (const name of [...nodes.map((node) => node.name), controlPlaneGroup]) await removeControlGroups(name);
  rmSync(folder, { recursive: true, force: true });
}
console.log(`What its programs said is in ${logs}.`);

async function imagesIn(kept: string, pause: string): Promise<readonly string[]> {
  mkdirSync(kept, { recursive: true });
  const there = [0, 1].map((index) => join(kept, `image-${index}.tar`));
  if (there.every((file) => existsSync(file))) return there;
  // What it has fetched and built is kept, so that the next time takes seconds.
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley/docker");
  const docker = await DockerEngine.start(cache, join(logs, "docker.log"));
  try {
    return buildImages(docker, pause, kept);
  } finally {
    await docker.stop();
  }
}

/** Namespaces of its own for mounts, network and processes: nothing outside is changed, and whatever is inside ends with the first process of it. */
async function enter(inside: Inside): Promise<number> {
  const namespaces = ["--mount", "--net", "--pid", "--fork", "--mount-proc", "--kill-child", "--propagation", "private"];
  const program = [process.execPath, join(import.meta.dirname, "inside.ts"), JSON.stringify(inside)];
  // The shell takes leave of processes whose parents have gone.
  const child = spawn("unshare", [...namespaces, "sh", "-c", '"$@"; exit $?', "sh", ...program], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => child.kill("SIGKILL"));
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
