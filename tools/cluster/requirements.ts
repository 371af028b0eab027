import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { hasGo } from "../deploy/go-programs.ts";

/** The missing requirements for a cluster on this machine, each with its source; empty when nothing is missing. */
export function missingRequirements(): string[] {
  if (process.platform !== "linux") return ["Linux"];
  const programs = [
    ["dockerd", "docker.io"],
    ["containerd", "containerd"],
    ["ctr", "containerd"],
    ["runc", "runc"],
    ["iptables", "iptables"],
    ["ip", "iproute2"],
    ["unshare", "util-linux"],
    ["openssl", "openssl"],
    ["debootstrap", "debootstrap"],
  ] as const;
  const packages = new Set(programs.filter(([program]) => !isInstalled(program)).map(([, name]) => name as string));
  if (!existsSync("/usr/lib/cni/bridge")) packages.add("containernetworking-plugins");
  return [
    ...(process.getuid?.() === 0 ? [] : ["root, for namespaces of its own"]),
    ...(hasGo() ? [] : ["Go 1.24 or newer, to build Kubernetes, etcd and helm from their modules"]),
    ...(["java", "mvn"].every(isInstalled) ? [] : ["Java 17 and Maven, for Kafka"]),
    ...(packages.size === 0 ? [] : [`apt-get install ${[...packages].join(" ")}`]),
  ];
}

function isInstalled(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}
