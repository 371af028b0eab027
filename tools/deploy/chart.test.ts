import { readFileSync } from "node:fs";
import { runCommandLine } from "@parley/runtime";
import { describe, expect, test } from "vitest";
import { modules } from "../../apps/all-in-one/src/modules.ts";
import { chartFolder, chartProblems, manifestProblems, render } from "./chart.ts";
import { chartReadme, readmeFile } from "./chart-readme.ts";
import { kubernetesTools } from "./kubernetes-tools.ts";

const tools = kubernetesTools();
if (tools === undefined) console.warn("SKIPPED: there is no Go here to build helm with, so the chart is not tested.");
const least = ["--set", "kafka.brokers={kafka:9092}"];

test("the chart's README matches its values", () => {
  expect(readFileSync(readmeFile, "utf8")).toBe(chartReadme(readFileSync(`${chartFolder}/values.yaml`, "utf8")));
});

describe.runIf(tools)("the chart", { timeout: 600_000 }, () => {
  if (tools === undefined) return;

  test("is accepted by Kubernetes with the minimal values and with every option enabled", () => {
    expect(chartProblems(tools)).toEqual([]);
  });

  test.each([
    ["services.users.replica=3", "replica"],
    ["service.users.replicas=3", "service"],
    ["services.user.replicas=3", "user"],
    ["networkPolicy.opsFrm=x", "opsFrm"],
    ["services.users.autoscaling.maxReplica=3", "maxReplica"],
  ])("refuses the misspelt value %s by its name", (value, name) => {
    const { refusal } = render(tools, [...least, "--set", value]);

    expect(refusal).toContain(`'${name}' not allowed`);
  });

  test("sets a variable once, the service's value before the one for all and that before its own", () => {
    const variables = ["PARLEY_LOG_LEVEL=warn", "PARLEY_OPS_PORT=9999"].flatMap((text) => ["--set-string", `environment.${text}`]);
    const { manifests } = render(tools, [...least, ...variables, "--set", "services.users.environment.PARLEY_LOG_LEVEL=debug"]);

    const users = manifests.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "parley-users");
    const { env = [] } = users?.spec.template.spec.containers[0] ?? {};
    expect(new Set(env.map(({ name }) => name)).size).toBe(env.length);
    expect(env).toContainEqual({ name: "PARLEY_LOG_LEVEL", value: "debug" });
    expect(env).toContainEqual({ name: "PARLEY_OPS_PORT", value: "9999" });
  });

  test("gives each service a token of its own, and the master keys to the workspace alone", () => {
    const { manifests } = render(tools, least);
    const given = manifests
      .filter(({ kind }) => kind === "Deployment" || kind === "Job")
      .flatMap(({ metadata, spec }) =>
        (spec.template.spec.containers[0]?.env ?? []).map(({ name, valueFrom }) => ({ pod: metadata.name, name, valueFrom })),
      );
    const podsWith = (name: string) => given.filter((variable) => variable.name === name).map(({ pod }) => pod);
    const services = ["activity", "gateway", "notifications", "organization-directory", "rewriter", "users", "workspace"];

    expect(given.filter(({ name }) => name === "PARLEY_OWN_SERVICE_TOKEN")).toEqual(
      services.map((service) => ({
        pod: `parley-${service}`,
        name: "PARLEY_OWN_SERVICE_TOKEN",
        valueFrom: { secretKeyRef: { name: "parley", key: `${service}-service-token` } },
      })),
    );
    expect(podsWith("PARLEY_SERVICE_TOKENS")).toEqual(services.map((service) => `parley-${service}`));
    expect(podsWith("PARLEY_MASTER_KEYS")).toEqual(["parley-workspace"]);
    expect(podsWith("PARLEY_GATEWAY_KEYS")).toEqual(["parley-gateway"]);
    expect(podsWith("PARLEY_NOTIFICATIONS_KEYS")).toEqual(["parley-notifications"]);
  });

  test.each([
    ["nothing in front", [], undefined],
    ["an ingress", ["ingress.enabled=true", "ingress.hosts={parley.example}"], "1"],
    ["a gateway of Kubernetes", ["httpRoute.enabled=true", "httpRoute.parentRefs[0].name=front"], "1"],
    [
      "an ingress behind another proxy",
      ["ingress.enabled=true", "ingress.hosts={parley.example}", "services.gateway.environment.PARLEY_PROXY_HOPS=2"],
      "2",
    ],
  ])("lets gateways with %s believe as many proxies as there are", (_, values, hops) => {
    const { manifests } = render(tools, [...least, ...values.flatMap((value) => ["--set", value])]);

    const given = manifests
      .filter(({ kind }) => kind === "Deployment")
      .flatMap(({ metadata, spec }) =>
        spec.template.spec.containers.flatMap(({ env }) => env.map((variable) => ({ pod: metadata.name, ...variable }))),
      )
      .filter(({ name }) => name === "PARLEY_PROXY_HOPS");
    expect(given).toEqual(hops === undefined ? [] : [{ pod: "parley-gateway", name: "PARLEY_PROXY_HOPS", value: hops }]);
  });

  test("takes its secrets from the keys that make-secrets prints, all of them", async () => {
    const lines = await runCommandLine(modules, ["make-secrets", "kubernetes"], {});
    const { manifests } = render(tools, least);
    const refs = manifests
      .filter(({ kind }) => kind === "Deployment" || kind === "Job")
      .flatMap(({ spec }) => spec.template.spec.containers.flatMap(({ env }) => env))
      .map(({ valueFrom }) => (valueFrom as { secretKeyRef?: { name: string; key: string } } | undefined)?.secretKeyRef);

    const used = new Set(refs.filter((ref) => ref?.name === "parley").map((ref) => ref?.key));
    expect([...used].sort()).toEqual(
      lines
        .split("\n")
        .map((line) => line.slice(0, line.indexOf("=")))
        .sort(),
    );
  });

  test("spreads rows once the schemas are prepared, over the connection that prepares them", () => {
    const values = ["distribute.services={activity,notifications}", "secrets.database.directKey=direct-url"];
    const { manifests } = render(tools, [...least, ...values.flatMap((value) => ["--set", value])]);

    const jobs = manifests
      .filter(({ kind }) => kind === "Job")
      .map(({ metadata, spec }) => ({
        weight: metadata.annotations?.["helm.sh/hook-weight"],
        annotations: metadata.annotations,
        container: spec.template.spec.containers[0],
      }))
      .sort((one, other) => Number(one.weight) - Number(other.weight));
    expect(jobs.map(({ weight, container }) => [weight, container?.args])).toEqual([
      ["1", ["prepare.ts"]],
      ["2", ["activity/main.js", "distribute"]],
      ["2", ["notifications/main.js", "distribute"]],
    ]);
    for (const { annotations, container } of jobs) {
      expect(annotations).toMatchObject({ "helm.sh/hook": "pre-install,pre-upgrade" });
      expect(container?.env).toEqual(jobs[0]?.container?.env);
    }
  });

  test("lets nobody call the jobs, and lets them and the services reach Postgres and Kafka in private networks alone", () => {
    const { manifests } = render(tools, [...least, "--set", "distribute.services={activity}"]);
    const component = "app.kubernetes.io/component";
    const policies = manifests.filter(({ kind }) => kind === "NetworkPolicy");
    const podsOf = (kind: string) =>
      manifests.filter((each) => each.kind === kind).map(({ spec }) => spec.template.metadata.labels[component]);
    const policyOf = (name: unknown) => policies.find(({ spec }) => spec.podSelector?.matchLabels[component] === name);

    for (const pod of [...podsOf("Job"), ...podsOf("Deployment")]) {
      const toData = policyOf(pod)?.spec.egress?.find(({ ports }) => ports?.some(({ port }) => port === 5432));
      expect([pod, toData?.to?.map(({ ipBlock }) => ipBlock?.cidr)]).toEqual([
        pod,
        ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"],
      ]);
    }
    for (const job of ["prepare", "distribute"]) {
      const { metadata, spec } = policyOf(job) ?? {};
      expect([spec?.policyTypes, spec?.ingress]).toEqual([["Ingress", "Egress"], undefined]);
      expect(metadata?.annotations).toMatchObject({ "helm.sh/hook": "pre-install,pre-upgrade", "helm.sh/hook-weight": "0" });
    }
  });

  test.each([
    ["a service whose rows cannot be spread", ["distribute.services={users}"], "at '/distribute/services/0'"],
    [
      "schemas that no job prepares",
      ["distribute.services={activity}", "prepare.enabled=false"],
      "distribute.services needs prepare.enabled",
    ],
  ])("refuses to spread rows of %s", (_, values, reason) => {
    const { refusal } = render(tools, [...least, ...values.flatMap((value) => ["--set", value])]);

    expect(refusal).toContain(reason);
  });

  test("sends requests to a pod once it is ready for them, and restarts it only when it does not run", () => {
    const { manifests } = render(tools, least);

    const deployments = manifests.filter(({ kind }) => kind === "Deployment");
    const asked = deployments.map(({ spec }) => {
      const { startupProbe, livenessProbe, readinessProbe } = spec.template.spec.containers[0] ?? {};
      return [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
    });
    expect(deployments).toHaveLength(7);
    const [runs, isReady] = ["/livez", "/readyz"].map((path) => ({ path, port: "ops" }));
    expect(asked).toEqual(deployments.map(() => [runs, runs, isReady]));
  });

  test("lets services call each other by TLS, each with the certificate and the tokens of a Secret of its own", () => {
    const values = ["rpcTls.enabled=true", "rpcTls.ownSecrets=true", "secrets.ownServiceTokens=true"].flatMap((value) => ["--set", value]);
    const { manifests } = render(tools, [...least, ...values]);

    const users = manifests.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "parley-users");
    const { env = [] } = users?.spec.template.spec.containers[0] ?? {};
    const fromSecret = (name: string, key: string) => ({ secretKeyRef: { name, key } });
    expect(env).toContainEqual({ name: "PARLEY_SERVICE_TOKENS", valueFrom: fromSecret("parley-users", "service-tokens") });
    expect(env.map(({ name }) => name)).not.toContain("PARLEY_OWN_SERVICE_TOKEN");
    expect(env).toContainEqual({ name: "PARLEY_RPC_TLS_CERT", valueFrom: fromSecret("parley-rpc-tls-users", "tls.crt") });
    expect(env).toContainEqual({ name: "PARLEY_RPC_TLS_KEY", valueFrom: fromSecret("parley-rpc-tls-users", "tls.key") });
    expect(env).toContainEqual({ name: "PARLEY_RPC_TLS_CA", valueFrom: fromSecret("parley-rpc-tls-users", "ca.crt") });
    expect(env).toContainEqual({ name: "PARLEY_ACTIVITY_URL", value: "https://parley-activity-pods:8085" });
  });

  test("gives a service an image of its own, so that gateways can be upgraded after the services that they ask", () => {
    const digest = `sha256:${"0".repeat(64)}`;
    const { manifests } = render(tools, [...least, "--set", `image.digest=${digest}`, "--set", "services.gateway.image.tag=0.0.9"]);

    const images = manifests
      .filter(({ kind }) => kind === "Deployment" || kind === "Job")
      .map(({ metadata, spec }) => [metadata.name, spec.template.spec.containers[0]?.image]);
    const others = ["activity", "notifications", "organization-directory", "prepare", "rewriter", "users", "workspace"];
    expect(Object.fromEntries(images)).toEqual({
      "parley-gateway": "parley:0.0.9",
      ...Object.fromEntries(others.map((name) => [`parley-${name}`, `parley@${digest}`])),
    });
  });

  test("writes a large number of a variable unchanged", () => {
    const { text } = render(tools, [...least, "--set-json", "environment.PARLEY_DATABASE_STATEMENT_TIMEOUT_MS=12345678"]);

    expect(text).toMatch(/value: "?12345678"?$/m);
  });

  test("has names that Kubernetes accepts with a release name of 53 characters", () => {
    const { text } = render(tools, least, "r".repeat(53));

    expect(manifestProblems(tools, text)).toEqual([]);
  });

  test("refuses a termination grace period that is shorter than a pod needs", () => {
    const { refusal } = render(tools, [...least, "--set", "terminationGracePeriodSeconds=20"]);

    expect(refusal).toContain("terminationGracePeriodSeconds (20) must be more than");
  });

  test("needs no more connections than a default Postgres allows, while every service is replaced", () => {
    const { manifests } = render(tools, least);
    const withDatabase = manifests.filter(({ kind, metadata }) => kind === "Deployment" && !metadata.name.endsWith("-gateway"));

    const pods = withDatabase.map((manifest) => (manifest.spec as unknown as { replicas: number }).replicas + 2);
    expect(pods.reduce((sum, count) => sum + 4 * count, 0)).toBeLessThanOrEqual(97);
  });
});

describe.runIf(tools)("the check of manifests", { timeout: 600_000 }, () => {
  test.each([
    ["an unknown field", "spec: { replica: 2 }", 'unknown field "spec.replica"'],
    ["a value of another type", "spec: { replicas: two }", "cannot unmarshal"],
    ["an invalid label", "spec: { template: { metadata: { labels: { a: 'not one' } } } }", "Invalid value"],
    [
      "a variable set twice",
      "spec: { template: { spec: { containers: [{ name: c, image: i, env: [{ name: A }, { name: A }] }] } } }",
      "Duplicate value",
    ],
  ])("reports %s", (_, spec, message) => {
    const manifest = `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: d }\n${spec}\n`;

    expect(tools && manifestProblems(tools, manifest).join()).toContain(message);
  });
});
