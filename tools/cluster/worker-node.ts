import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ClusterNode, hostAddress } from "./addresses.ts";
import { makeControlGroup } from "./control-groups.ts";
import { pauseImage } from "./images.ts";
import type { Programs } from "./programs.ts";

interface NodeOptions {
  readonly programs: Programs;
  readonly binaries: string;
  readonly certificates: string;
  readonly folder: string;
}

/** The socket of a node's containerd. */
export function containerdSocket(name: string): string {
  return `/run/containerd-${name}.sock`;
}

/** The folder of a node's pod logs. */
export function podLogsOf(folder: string, node: string): string {
  return join(folder, node, "pod-logs");
}

/** Starts containerd and the kubelet of one node. */
export function startNode(node: ClusterNode, { programs, binaries, certificates, folder: all }: NodeOptions): void {
  const folder = join(all, node.name);
  const plugins = join(folder, "network");
  mkdirSync(plugins, { recursive: true });
  writeFileSync(join(plugins, "10-pods.conflist"), podNetwork(node, folder));
  writeFileSync(join(folder, "resolv.conf"), `nameserver ${hostAddress}\n`);
  writeFileSync(join(folder, "containerd.toml"), containerdSettings(node, folder, plugins));
  programs.start(`containerd-${node.name}`, "containerd", ["-c", join(folder, "containerd.toml")]);
  makeControlGroup(node.name);
  writeFileSync(join(folder, "kubelet.yaml"), kubeletSettings(node, all, certificates));
  programs.start(`kubelet-${node.name}`, join(binaries, "kubelet"), [
    `--config=${join(folder, "kubelet.yaml")}`,
    `--kubeconfig=${join(certificates, "kubeconfig")}`,
    `--root-dir=${join(folder, "kubelet")}`,
    `--hostname-override=${node.name}`,
    `--node-ip=${node.address}`,
    `--cert-dir=${join(folder, "certificates")}`,
  ]);
}

function podNetwork({ name, pods }: ClusterNode, folder: string): string {
  const addresses = {
    type: "host-local",
    ranges: [[{ subnet: pods }]],
    routes: [{ dst: "0.0.0.0/0" }],
    dataDir: join(folder, "addresses"),
  };
  const pod = { type: "bridge", bridge: `pods-${name}`, isGateway: true, hairpinMode: true, ipam: addresses };
  return JSON.stringify({ cniVersion: "1.0.0", name: `pods-${name}`, plugins: [pod] });
}

// Some kernels refuse a container with a lower out-of-memory score than its parent.
function containerdSettings({ name }: ClusterNode, folder: string, plugins: string): string {
  return `version = 2
root = "${folder}/containerd"
state = "/run/containerd-${name}"
[grpc]
  address = "${containerdSocket(name)}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${pauseImage}"
  restrict_oom_score_adj = true
  stream_server_address = "127.0.0.1"
  stream_server_port = "0"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${plugins}"
`;
}

function kubeletSettings({ name, address, pods }: ClusterNode, all: string, certificates: string): string {
  const folder = join(all, name);
  return `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: ${address}
healthzBindAddress: ${address}
authentication: { anonymous: { enabled: false }, webhook: { enabled: false }, x509: { clientCAFile: ${certificates}/ca.crt } }
authorization: { mode: AlwaysAllow }
cgroupDriver: cgroupfs
cgroupRoot: /parley-${name}
enforceNodeAllocatable: []
failSwapOn: false
failCgroupV1: false
clusterDNS: [${hostAddress}]
clusterDomain: cluster.local
containerRuntimeEndpoint: unix://${containerdSocket(name)}
resolvConf: ${folder}/resolv.conf
localStorageCapacityIsolation: false
evictionHard: { memory.available: 100Mi }
imageGCHighThresholdPercent: 100
imageGCLowThresholdPercent: 99
podCIDR: ${pods}
volumePluginDir: ${folder}/volume-plugins
podLogsDir: ${podLogsOf(all, name)}
`;
}
