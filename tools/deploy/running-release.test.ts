import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { chartFolder } from "./chart.ts";
import { kubernetesTools } from "./kubernetes-tools.ts";

const tools = kubernetesTools();
if (tools === undefined)
  console.warn("SKIPPED: there is no Go here to build helm with, so the chart is not tested with a running release.");

describe.runIf(tools)("the chart in a running release", { timeout: 600_000 }, () => {
  test("keeps the replicas that run when a service gets an autoscaler, even none", async () => {
    const cluster = await clusterWith({ "parley-gateway": 5, "parley-activity": 0 });

    const replicas = await replicasOf(cluster, ["gateway", "activity", "users"]);

    expect(replicas).toMatchObject({ "parley-gateway": 5, "parley-activity": 0, "parley-workspace": 2 });
    // A new service begins with one pod, and the autoscaler raises it.
    expect(replicas["parley-users"]).toBeUndefined();
  });

  test("sets the replicas of its values where there is no autoscaler, whatever runs", async () => {
    const cluster = await clusterWith({ "parley-gateway": 5 });

    expect(await replicasOf(cluster, [])).toMatchObject({ "parley-gateway": 2 });
  });
});

/** The replicas of each deployment, as helm renders them when it can ask the cluster. */
async function replicasOf(cluster: string, autoscaled: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const set = ["kafka.brokers={kafka:9092}", ...autoscaled.map((service) => `services.${service}.autoscaling.enabled=true`)];
  const parameters = [
    "--dry-run=server",
    "--kube-apiserver",
    cluster,
    "--kube-version",
    "1.31.0",
    ...set.flatMap((each) => ["--set", each]),
  ];
  const { stdout } = await promisify(execFile)(tools?.helm ?? "", ["template", "parley", chartFolder, ...parameters], {
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env.PATH, KUBECONFIG: "/dev/null" },
  });
  const objects = parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? []);
  const deployments = objects.filter(({ kind }: { kind: string }) => kind === "Deployment");
  return Object.fromEntries(deployments.map(({ metadata, spec }) => [metadata.name, spec.replicas]));
}

/** The part of an API server that helm asks for deployments; returns its address. */
async function clusterWith(deployments: Readonly<Record<string, number>>): Promise<string> {
  const version = { groupVersion: "apps/v1", version: "v1" };
  const answers = new Map<string, object>([
    ["/version", { major: "1", minor: "31", gitVersion: "v1.31.0" }],
    ["/api", { kind: "APIVersions", versions: ["v1"] }],
    ["/apis", { kind: "APIGroupList", apiVersion: "v1", groups: [{ name: "apps", versions: [version], preferredVersion: version }] }],
    ["/api/v1", { kind: "APIResourceList", groupVersion: "v1", resources: [] }],
    [
      "/apis/apps/v1",
      { kind: "APIResourceList", ...version, resources: [{ name: "deployments", namespaced: true, kind: "Deployment", verbs: ["get"] }] },
    ],
    ...Object.entries(deployments).map(
      ([name, replicas]) =>
        [
          `/apis/apps/v1/namespaces/default/deployments/${name}`,
          { apiVersion: "apps/v1", kind: "Deployment", metadata: { name }, spec: { replicas } },
        ] as const,
    ),
  ]);
  const missing = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 };
  const server = createServer(({ url = "" }, response) => {
    const answer = answers.get(new URL(url, "http://cluster").pathname);
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" }).end(JSON.stringify(answer ?? missing));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
