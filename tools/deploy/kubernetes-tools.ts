import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Programs that read what is written for Kubernetes. */
export interface KubernetesTools {
  readonly helm: string;
  /** Reads manifests from standard input; prints what an API server would not take. */
  readonly checker: string;
}

const source = join(import.meta.dirname, "kubernetes");

/** Builds them from the pinned Go modules once, and keeps them for every checkout of this user; undefined where there is no Go. */
export function kubernetesTools(): KubernetesTools | undefined {
  if (spawnSync("go", ["version"]).status !== 0) return undefined;
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley", `kubernetes-tools-${digestOf(source)}`);
  mkdirSync(folder, { recursive: true });
  return { helm: built(folder, "helm", "helm.sh/helm/v3/cmd/helm"), checker: built(folder, "checker", ".") };
}

function built(folder: string, name: string, pack: string): string {
  const program = join(folder, name);
  if (existsSync(program)) return program;
  console.log(`Building ${pack === "." ? "the check of manifests" : name} from Go modules, which takes some minutes the first time.`);
  // Others may build it at the same moment: whoever is ready first has made the same file.
  const unfinished = `${program}.${process.pid}`;
  const { status, stderr } = spawnSync("go", ["build", "-trimpath", "-ldflags", "-s -w", "-o", unfinished, pack], {
    cwd: source,
    encoding: "utf8",
    env: { ...process.env, CGO_ENABLED: "0" },
  });
  if (status !== 0) throw new Error(`go build ${pack} failed: ${stderr}`);
  renameSync(unfinished, program);
  return program;
}

function digestOf(folder: string): string {
  const digest = createHash("sha256");
  for (const file of readdirSync(folder).sort()) digest.update(readFileSync(join(folder, file)));
  return digest.digest("hex").slice(0, 16);
}
