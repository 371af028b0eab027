import { workspaceRoot } from "../workspace-root.ts";
import type { Command } from "./commands.ts";

interface Pod {
  readonly name: string;
  readonly node: string;
  /** containerd's name of the first container. */
  readonly container: string;
  readonly restarts: number;
}

interface PodList {
  readonly items: readonly {
    readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
    readonly spec: { readonly nodeName: string };
    readonly status: {
      readonly phase: string;
      readonly containerStatuses?: readonly { readonly containerID: string; readonly ready: boolean; readonly restartCount: number }[];
    };
  }[];
}

interface ClusterOptions {
  readonly kubectl: Command;
  readonly helm: Command;
  /** The gateways, as a client on this machine reaches them. */
  readonly url: string;
  readonly adminToken: string;
  /** The file with the chart's values. */
  readonly values: string;
}

/** Parley on the cluster, installed with the chart. */
export class Cluster {
  readonly kubectl: Command;
  readonly helm: Command;
  readonly url: string;
  readonly adminToken: string;
  readonly #values: string;

  constructor({ kubectl, helm, url, adminToken, values }: ClusterOptions) {
    this.kubectl = kubectl;
    this.helm = helm;
    this.url = url;
    this.adminToken = adminToken;
    this.#values = values;
  }

  /** Installs the chart, or upgrades it to pods that are labelled with this run. */
  async upgrade(run: number): Promise<void> {
    const chart = `${workspaceRoot}/deploy/helm/parley`;
    const options = ["--wait", "--timeout", "8m", "--set-string", `podAnnotations.run=${run}`];
    await this.helm("upgrade", "--install", "parley", chart, "-f", this.#values, ...options);
  }

  /** The running pods of a service, or of all services, without terminating ones. */
  async pods(service?: string): Promise<Pod[]> {
    const selector = service === undefined ? "app.kubernetes.io/name=parley" : `app.kubernetes.io/component=${service}`;
    const { items } = JSON.parse(await this.kubectl("get", "pods", "-l", selector, "-o", "json")) as PodList;
    return items
      .filter(({ metadata, status }) => metadata.deletionTimestamp === undefined && status.phase === "Running")
      .map(({ metadata, spec, status: { containerStatuses = [] } }) => ({
        name: metadata.name,
        node: spec.nodeName,
        container: containerStatuses[0]?.containerID.replace("containerd://", "") ?? "",
        restarts: containerStatuses.reduce((sum, { restartCount }) => sum + restartCount, 0),
      }));
  }

  /** The nodes that pods run on. */
  async nodes(): Promise<string[]> {
    return [...new Set((await this.pods()).map(({ node }) => node))].sort();
  }

  /** The number of calls that each pod of the service has answered since its start, by pod name. */
  async answered(service: string): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { name } of await this.pods(service)) {
      const metrics = await this.kubectl("get", "--raw", `/api/v1/namespaces/default/pods/${name}:9090/proxy/metrics`);
      const lines = metrics.split("\n").filter((line) => line.startsWith("parley_rpc_server_duration_seconds_count"));
      counts.set(
        name,
        lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0),
      );
    }
    return counts;
  }
}
