import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { chartFolder } from "./chart.ts";

interface PodSpec {
  readonly securityContext?: { readonly runAsNonRoot?: boolean; readonly seccompProfile?: { readonly type: string } };
  readonly containers: readonly { readonly securityContext?: { readonly allowPrivilegeEscalation?: boolean } }[];
}

interface Example {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: { readonly template?: { readonly spec?: PodSpec } };
}

const folder = join(chartFolder, "../examples");
const objects = globSync("*.yaml", { cwd: folder })
  .filter((file) => !file.endsWith("values.yaml"))
  .flatMap((file) => parseAllDocuments(readFileSync(join(folder, file), "utf8")).map((document) => document.toJS() as Example));
const pods = objects.flatMap(({ kind, metadata, spec }) => {
  const pod = spec?.template?.spec;
  return pod === undefined ? [] : [[`${kind} ${metadata.name}`, pod] as const];
});

// Clusters that enforce the Pod Security Standard `restricted` admit no others.
test.each(pods)("the pod of %s runs without root, without further privileges and with the runtime's seccomp profile", (_, pod) => {
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
  expect(pod.containers.map(({ securityContext }) => securityContext?.allowPrivilegeEscalation)).toEqual(pod.containers.map(() => false));
});

test("the objects for Strimzi are of the version that its releases since 1.0 know", () => {
  const versions = new Set(objects.map(({ apiVersion }) => apiVersion).filter((version) => version.startsWith("kafka.strimzi.io/")));

  expect([...versions]).toEqual(["kafka.strimzi.io/v1"]);
});
