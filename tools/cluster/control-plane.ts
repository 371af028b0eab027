import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Agent, request } from "undici";
import { until } from "../../libs/testing/src/until.ts";
import { apiServer, hostAddress, nodes, podAddresses, serviceAddresses } from "./addresses.ts";
import type { Programs } from "./programs.ts";

interface ControlPlaneOptions {
  readonly programs: Programs;
  readonly binaries: string;
  /** The folder of `makeCertificates`. */
  readonly certificates: string;
  readonly folder: string;
}

/** Requests the API server as the administrator; the response is JSON. */
export type AskApiServer = (path: string) => Promise<unknown>;

/** Starts etcd, the API server, the controllers, the scheduler and kube-proxy. */
export async function startControlPlane({ programs, binaries, certificates, folder }: ControlPlaneOptions): Promise<AskApiServer> {
  const of = (name: string) => join(certificates, name);
  const start = (name: string, parameters: readonly string[]) => programs.start(name, join(binaries, name), parameters);
  const etcd = "http://127.0.0.1:12379";
  const peer = "http://127.0.0.1:12380";
  start("etcd", [
    `--data-dir=${join(folder, "etcd")}`,
    `--listen-client-urls=${etcd}`,
    `--advertise-client-urls=${etcd}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    "--unsafe-no-fsync",
  ]);
  start("kube-apiserver", [
    `--etcd-servers=${etcd}`,
    `--bind-address=${hostAddress}`,
    `--advertise-address=${hostAddress}`,
    `--secure-port=${new URL(apiServer).port}`,
    `--tls-cert-file=${of("apiserver.crt")}`,
    `--tls-private-key-file=${of("apiserver.key")}`,
    `--client-ca-file=${of("ca.crt")}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${of("accounts.pub")}`,
    `--service-account-signing-key-file=${of("accounts.key")}`,
    `--service-cluster-ip-range=${serviceAddresses}`,
    "--authorization-mode=Node,RBAC",
    `--kubelet-client-certificate=${of("admin.crt")}`,
    `--kubelet-client-key=${of("admin.key")}`,
    "--kubelet-preferred-address-types=InternalIP",
    "--allow-privileged=true",
  ]);
  const ask = apiClient(certificates);
  await until(
    () =>
      ask("/readyz?verbose=false").then(
        () => true,
        () => false,
      ),
    180_000,
  );
  const kubeconfig = `--kubeconfig=${of("kubeconfig")}`;
  start("kube-controller-manager", [
    kubeconfig,
    `--service-account-private-key-file=${of("accounts.key")}`,
    `--root-ca-file=${of("ca.crt")}`,
    "--leader-elect=false",
    "--bind-address=127.0.0.1",
    "--use-service-account-credentials=true",
  ]);
  start("kube-scheduler", [kubeconfig, "--leader-elect=false", "--bind-address=127.0.0.1"]);
  // Both nodes share one network namespace, so one set of rules serves both.
  start("kube-proxy", [
    kubeconfig,
    `--hostname-override=${nodes[0].name}`,
    "--proxy-mode=iptables",
    `--cluster-cidr=${podAddresses}`,
    "--conntrack-max-per-core=0",
  ]);
  return ask;
}

function apiClient(certificates: string): AskApiServer {
  const read = (name: string) => readFileSync(join(certificates, name));
  const dispatcher = new Agent({ connect: { ca: read("ca.crt"), cert: read("admin.crt"), key: read("admin.key") } });
  return async (path) => {
    const { statusCode, body } = await request(`${apiServer}${path}`, { dispatcher });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`The API server answered ${statusCode} at ${path}: ${text.slice(0, 200)}`);
    return path.startsWith("/readyz") ? text : JSON.parse(text);
  };
}
