import { join } from "node:path";
import { GoPrograms, hasGo } from "./go-programs.ts";

/** Programs that read what is written for Kubernetes. */
export interface KubernetesTools {
  readonly helm: string;
  /** Reads manifests from standard input; prints what an API server would not take. */
  readonly checker: string;
}

/** Builds them from the pinned Go modules once, and keeps them for every checkout of this user; undefined where there is no Go. */
export function kubernetesTools(): KubernetesTools | undefined {
  if (!hasGo()) return undefined;
  const programs = new GoPrograms("kubernetes-tools", join(import.meta.dirname, "kubernetes"));
  return { helm: programs.build("helm", "helm.sh/helm/v3/cmd/helm"), checker: programs.build("checker", ".") };
}
