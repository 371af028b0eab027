import { join } from "node:path";
import { GoPrograms, hasGo } from "./go-programs.ts";

/** Programs that read files for Kubernetes. */
export interface KubernetesTools {
  readonly helm: string;
  /** Reads manifests from standard input and prints the problems that an API server would report. */
  readonly checker: string;
}

/**
 * Builds the programs from the pinned Go modules once, and keeps them for all checkouts of this user; undefined without Go. Those of other
 * versions take their place with `npm run tried:versions`.
 */
export function kubernetesTools(): KubernetesTools | undefined {
  if (!hasGo()) return undefined;
  const programs = new GoPrograms("kubernetes-tools", join(import.meta.dirname, "kubernetes"));
  const { PARLEY_TEST_HELM: helm, PARLEY_TEST_KUBERNETES_CHECKER: checker } = process.env;
  return {
    helm: helm ?? programs.build("helm", "helm.sh/helm/v3/cmd/helm"),
    checker: checker ?? programs.build("checker", "."),
  };
}
