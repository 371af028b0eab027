import { existsSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { GoPrograms } from "../deploy/go-programs.ts";
import { kubernetesTools } from "../deploy/kubernetes-tools.ts";

/** The cluster's programs that are built here. */
interface KubernetesPrograms {
  /** Holds etcd, kube-apiserver, kube-controller-manager, kube-scheduler, kube-proxy, kubelet and kubectl. */
  readonly folder: string;
  readonly helm: string;
  /** The only process of a pod's sandbox container. */
  readonly pause: string;
}

const kubernetesVersion = "1.34.2";

// One binary, which behaves as the program by whose name it is called.
const names = ["etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kube-proxy", "kubelet", "kubectl"];

/** Builds the programs from the pinned Go modules once, and keeps them for all checkouts of this user. */
export function kubernetesPrograms(): KubernetesPrograms {
  const programs = new GoPrograms("kubernetes", join(import.meta.dirname, "kubernetes"));
  const version = "k8s.io/component-base/version";
  const [major, minor] = kubernetesVersion.split(".");
  const flags = `-X ${version}.gitVersion=v${kubernetesVersion} -X ${version}.gitMajor=${major} -X ${version}.gitMinor=${minor}`;
  const hyper = programs.build("kubernetes", ".", flags);
  const folder = dirname(hyper);
  for (const name of names) if (!existsSync(join(folder, name))) symlinkSync("kubernetes", join(folder, name));
  const tools = kubernetesTools();
  if (tools === undefined) throw new Error("There is no Go to build helm with.");
  return { folder, helm: tools.helm, pause: programs.build("pause", "./pause") };
}
