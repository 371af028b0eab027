import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { workspaceRoot } from "../workspace-root.ts";
import type { KubernetesTools } from "./kubernetes-tools.ts";

export const chartFolder = join(workspaceRoot, "deploy/helm/parley");

/** An object rendered by the chart. */
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Record<string, string>; readonly annotations?: Record<string, string> };
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly labels: Record<string, string> };
      readonly spec: { readonly containers: readonly Container[] };
    };
    /** Of a NetworkPolicy. */
    readonly podSelector?: { readonly matchLabels: Record<string, string> };
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly object[];
    readonly egress?: readonly {
      readonly ports?: readonly { readonly port: number }[];
      readonly to?: readonly { readonly ipBlock?: { readonly cidr: string } }[];
    }[];
  };
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
  /** Helm's error message; undefined without an error. */
  readonly refusal: string | undefined;
  readonly text: string;
  readonly manifests: readonly Manifest[];
}

const examples = "../examples";

/** The files of values for every check of the chart; later files of one check take precedence. */
const ciValues = [
  ...globSync("ci/*-values.yaml", { cwd: chartFolder })
    .sort()
    .map((file) => [file]),
  [`${examples}/values.yaml`],
  [`${examples}/values.yaml`, `${examples}/citus-values.yaml`],
];

/** The examples whose objects Kubernetes itself has; the others are for operators. */
const plainExamples = ["citus.yaml"];

/** Renders the chart for a release of that name; `parameters` are further parameters of helm. */
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

/** The problems that helm or an API server would report for the chart with the values of the check, and for the examples. */
export function chartProblems(tools: KubernetesTools): string[] {
  const ofExamples = plainExamples.flatMap((file) =>
    manifestProblems(tools, readFileSync(join(chartFolder, examples, file), "utf8")).map((problem) => `${file}: ${problem}`),
  );
  return [...ciValues.flatMap((files) => problemsWith(tools, files)), ...ofExamples];
}

function problemsWith(tools: KubernetesTools, files: readonly string[]): string[] {
  const where = files.join(", ");
  const values = files.flatMap((file) => ["-f", file]);
  const lint = spawnSync(tools.helm, ["lint", "--strict", ".", ...values], { cwd: chartFolder, encoding: "utf8" });
  const { refusal, text } = render(tools, values);
  return [
    ...(lint.status === 0 ? [] : [`${where}: ${lint.stdout}${lint.stderr}`]),
    ...(refusal === undefined ? manifestProblems(tools, text).map((problem) => `${where}: ${problem}`) : [`${where}: ${refusal}`]),
  ];
}

/** The problems that an API server would report for the manifests. */
export function manifestProblems({ checker }: KubernetesTools, manifests: string): string[] {
  const { status, stderr } = spawnSync(checker, { input: manifests, encoding: "utf8" });
  if (status === 0) return [];
  return stderr.trim().split("\n");
}
