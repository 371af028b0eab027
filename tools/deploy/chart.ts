import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { workspaceRoot } from "../workspace-root.ts";
import type { KubernetesTools } from "./kubernetes-tools.ts";

export const chartFolder = join(workspaceRoot, "deploy/helm/parley");

/** An object as the chart renders it. */
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Record<string, string>; readonly annotations?: Record<string, string> };
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly Container[] } } };
}

interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Rendered {
  /** What helm refused, in its words; otherwise undefined. */
  readonly refusal: string | undefined;
  readonly text: string;
  readonly manifests: readonly Manifest[];
}

/** The values that every check of the chart renders it with. */
const ciValues = [...globSync("ci/*-values.yaml", { cwd: chartFolder }).sort(), "../examples/values.yaml"];

/** Renders the chart for a release of that name; `parameters` are more of helm's own. */
export function render({ helm }: KubernetesTools, parameters: readonly string[], release = "parley"): Rendered {
  const { status, stdout, stderr } = spawnSync(helm, ["template", release, ".", "--kube-version", "1.31.0", ...parameters], {
    cwd: chartFolder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) return { refusal: stderr, text: "", manifests: [] };
  const manifests = parseAllDocuments(stdout).flatMap((document) => (document.toJS() as Manifest | null) ?? []);
  return { refusal: undefined, text: stdout, manifests };
}

/** What helm itself, or an API server, would not take of the chart with the values of the check. */
export function chartProblems(tools: KubernetesTools): string[] {
  return ciValues.flatMap((values) => {
    const lint = spawnSync(tools.helm, ["lint", "--strict", ".", "-f", values], { cwd: chartFolder, encoding: "utf8" });
    const { refusal, text } = render(tools, ["-f", values]);
    return [
      ...(lint.status === 0 ? [] : [`${values}: ${lint.stdout}${lint.stderr}`]),
      ...(refusal === undefined ? manifestProblems(tools, text).map((problem) => `${values}: ${problem}`) : [`${values}: ${refusal}`]),
    ];
  });
}

/** What an API server would not take of manifests. */
export function manifestProblems({ checker }: KubernetesTools, manifests: string): string[] {
  const { status, stderr } = spawnSync(checker, { input: manifests, encoding: "utf8" });
  if (status === 0) return [];
  return stderr.trim().split("\n");
}
