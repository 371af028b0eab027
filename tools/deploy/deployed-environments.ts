import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { workspaceRoot } from "../workspace-root.ts";
import { render } from "./chart.ts";
import type { KubernetesTools } from "./kubernetes-tools.ts";

/** A deployed program. */
export interface Deployed {
  readonly where: string;
  /** `users/main.js`, or `prepare.ts`. */
  readonly program: string;
  /** The command of the program that is run, when it does not serve. */
  readonly command: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

/** The programs of compose.yaml with their variables, when nothing is set. */
export function composeEnvironments(): Deployed[] {
  const text = readFileSync(join(workspaceRoot, "deploy/compose.yaml"), "utf8").replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1");
  const { services } = parse(text, { merge: true }) as { services: Record<string, { command?: string[]; environment?: object }> };
  return Object.entries(services).flatMap(([name, { command, environment }]) =>
    command === undefined || environment === undefined
      ? []
      : [{ where: `compose.yaml, ${name}`, program: command[0] ?? "", command: command[1], environment: { ...environment } }],
  );
}

/** The programs of the chart with the minimal values, the jobs for a Citus cluster and sample secrets. */
export function chartEnvironments(tools: KubernetesTools): Deployed[] {
  const { refusal, manifests } = render(tools, ["-f", "ci/least-values.yaml", "--set", "distribute.services={activity,notifications}"]);
  if (refusal !== undefined) throw new Error(refusal);
  return manifests
    .filter(({ kind }) => kind === "Deployment" || kind === "Job")
    .flatMap(({ metadata, spec }) =>
      spec.template.spec.containers.map(({ args, env }) => ({
        where: `chart, ${metadata.name}`,
        program: args[0] ?? "",
        command: args[1],
        environment: Object.fromEntries(env.map(({ name, value }) => [name, value ?? sampleOf(name)])),
      })),
    );
}

function sampleOf(name: string): string {
  if (name.endsWith("_DATABASE_URL")) return "postgres://parley:secret@postgres/parley";
  return name.endsWith("_KEYS") ? `k1:${Buffer.alloc(32).toString("base64")}` : "sample-of-a-secret-of-32-characters-or-more";
}
