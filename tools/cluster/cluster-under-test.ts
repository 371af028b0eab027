import { request } from "undici";
import { workspaceRoot } from "../workspace-root.ts";
import type { Command } from "./commands.ts";

interface Pod {
  readonly name: string;
  readonly address: string;
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
      readonly podIP: string;
      readonly containerStatuses?: readonly { readonly containerID: string; readonly ready: boolean; readonly restartCount: number }[];
    };
  }[];
}

interface ClusterOptions {
  readonly kubectl: Command;
  readonly helm: Command;
  readonly adminToken: string;
  readonly podLogs: readonly string[];
  /** The file with the chart's values. */
  readonly values: string;
}

/** Parley on the cluster, installed with the chart. */
export class Cluster {
  readonly kubectl: Command;
  readonly helm: Command;
  readonly adminToken: string;
  /** The nodes' folders of pod logs. */
  readonly podLogs: readonly string[];
  readonly #values: string;

  constructor({ kubectl, helm, adminToken, podLogs, values }: ClusterOptions) {
    this.kubectl = kubectl;
    this.helm = helm;
    this.adminToken = adminToken;
    this.podLogs = podLogs;
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
      .map(({ metadata, spec, status: { podIP, containerStatuses = [] } }) => ({
        name: metadata.name,
        address: podIP,
        node: spec.nodeName,
        container: containerStatuses[0]?.containerID.replace("containerd://", "") ?? "",
        restarts: containerStatuses.reduce((sum, { restartCount }) => sum + restartCount, 0),
      }));
  }

  /** The names of the pods at the address, including pods that are terminating, with the time of their termination. */
  async podsAt(address: string): Promise<string[]> {
    const { items } = JSON.parse(await this.kubectl("get", "pods", "-o", "json")) as PodList;
    return items
      .filter(({ status }) => status.podIP === address)
      .map(
        ({ metadata: { name, deletionTimestamp } }) =>
          `${name}${deletionTimestamp === undefined ? "" : `, to be gone by ${deletionTimestamp}`}`,
      );
  }

  /** The number of calls that each pod of the service has answered since its start, by pod name. */
  async answered(service: string): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { name, address } of await this.pods(service)) {
      const { body } = await request(`http://${address}:9090/metrics`);
      const lines = (await body.text()).split("\n").filter((line) => line.startsWith("parley_rpc_server_duration_seconds_count"));
      counts.set(
        name,
        lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0),
      );
    }
    return counts;
  }
}
