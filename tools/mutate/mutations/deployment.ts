import type { Mutation } from "../mutation.ts";

/** Each service has its own secrets and ports, and a pod gets requests while it can answer them. */
export const deployment: readonly Mutation[] = [
  {
    name: "chart-gives-the-gateway-the-master-keys",
    file: "deploy/helm/parley/templates/_environment.tpl",
    text: '{{- if eq .service "workspace" }}',
    replacement: '{{- if has .service (list "workspace" "gateway") }}',
    noticedBy: ["tools/deploy/chart.test.ts"],
    tests: "gives each service a token",
  },
  {
    name: "chart-gives-all-services-one-token",
    file: "deploy/helm/parley/templates/_environment.tpl",
    text: "key: {{ .service }}-service-token }",
    replacement: "key: gateway-service-token }",
    noticedBy: ["tools/deploy/chart.test.ts"],
    tests: "gives each service a token",
  },
  {
    name: "compose-gives-two-services-one-token",
    file: "deploy/compose.yaml",
    text: "only-for-trying-out-users}",
    replacement: "only-for-trying-out-activity}",
    noticedBy: ["tools/deploy/known-secrets.test.ts"],
  },
  {
    name: "ops-port-of-the-image-open-to-its-network",
    file: "deploy/Dockerfile",
    text: "ENV PARLEY_DATA_DIR=/data PARLEY_HOST=0.0.0.0",
    replacement: "ENV PARLEY_DATA_DIR=/data PARLEY_HOST=0.0.0.0 PARLEY_OPS_HOST=0.0.0.0",
    noticedBy: ["tools/deploy/image.test.ts"],
  },
  {
    name: "pods-get-requests-before-they-are-ready",
    file: "deploy/helm/parley/templates/deployments.yaml",
    text: "httpGet: { path: /readyz, port: ops }",
    replacement: "httpGet: { path: /livez, port: ops }",
    noticedBy: ["tools/deploy/chart.test.ts"],
    tests: "sends requests to a pod once it is ready",
  },
  {
    name: "pods-are-restarted-while-postgres-is-away",
    file: "deploy/helm/parley/templates/deployments.yaml",
    text: `livenessProbe:
            httpGet: { path: /livez`,
    replacement: `livenessProbe:
            httpGet: { path: /readyz`,
    noticedBy: ["tools/deploy/chart.test.ts"],
    tests: "sends requests to a pod once it is ready",
  },
  {
    name: "chart-spreads-rows-before-the-schemas",
    file: "deploy/helm/parley/templates/distribute-jobs.yaml",
    text: '"helm.sh/hook-weight" "2"',
    replacement: '"helm.sh/hook-weight" "0"',
    noticedBy: ["tools/deploy/chart.test.ts"],
    tests: "spreads rows once the schemas are prepared",
  },
  {
    name: "chart-believes-no-ingress",
    file: "deploy/helm/parley/templates/_environment.tpl",
    text: "(or $root.Values.ingress.enabled $root.Values.httpRoute.enabled)",
    replacement: "false",
    noticedBy: ["tools/deploy/chart.test.ts"],
    tests: "lets gateways with",
  },
];
