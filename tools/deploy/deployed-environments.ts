import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { workspaceRoot } from "../workspace-root.ts";

/** One program as it is deployed. */
export interface Deployed {
  readonly where: string;
  /** `users/main.js`, or `prepare.ts`. */
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What compose.yaml starts, with the values that its variables have when nothing is set. */
export function composeEnvironments(): Deployed[] {
  const text = readFileSync(join(workspaceRoot, "deploy/compose.yaml"), "utf8").replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1");
  const { services } = parse(text, { merge: true }) as { services: Record<string, { command?: string[]; environment?: object }> };
  return Object.entries(services).flatMap(([name, { command, environment = {} }]) =>
    command === undefined ? [] : [{ where: `compose.yaml, ${name}`, program: command[0] ?? "", environment: { ...environment } }],
  );
}

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly Container[] } } };
}

interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
}

/** What the chart starts, secrets filled with samples; undefined when there is no `helm` to render it. */
export function chartEnvironments(): Deployed[] | undefined {
  const parameters = ["template", "parley", join(workspaceRoot, "deploy/helm/parley"), "--kube-version", "1.31.0"];
  const { status, stdout, stderr, error } = spawnSync("helm", [...parameters, "--set", "kafka.brokers={kafka:9092}"], { encoding: "utf8" });
  if (error !== undefined) return undefined;
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Rendered | null)
    .filter((rendered) => rendered?.kind === "Deployment" || rendered?.kind === "Job")
    .flatMap((rendered) =>
      (rendered?.spec.template.spec.containers ?? []).map(({ args, env }) => ({
        where: `chart, ${rendered?.metadata.name}`,
        program: args[0] ?? "",
        environment: Object.fromEntries(env.map(({ name, value }) => [name, value ?? sampleOf(name)])),
      })),
    );
}

function sampleOf(name: string): string {
  if (name.endsWith("_DATABASE_URL")) return "postgres://parley:secret@postgres/parley";
  return name === "PARLEY_MASTER_KEYS" ? `k1:${Buffer.alloc(32).toString("base64")}` : "sample-of-a-secret-that-is-long";
}
