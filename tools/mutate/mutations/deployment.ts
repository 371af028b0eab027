import type { Mutation } from "../mutation.ts";

const environment = "deploy/helm/parley/templates/_environment.tpl";
const known = ["tools/deploy/known-secrets.test.ts"];
const least = ["apps/all-in-one/test/least-secrets.test.ts"];
const settings = "apps/all-in-one/src/settings.ts";

/** What a deployment gives away, and to whom. */
export const deployment: readonly Mutation[] = [
  {
    name: "demo-in-production",
    file: settings,
    text: "default: !inProduction,",
    replacement: "default: true,",
    noticedBy: ["apps/all-in-one/src/settings.test.ts", "tools/deploy/image.test.ts"],
  },
  {
    name: "secrets-printed-in-production",
    file: settings,
    text: "printsSecrets: !inProduction",
    replacement: "printsSecrets: true",
    noticedBy: ["apps/all-in-one/src/settings.test.ts", "tools/deploy/image.test.ts"],
  },
  {
    name: "welcome-shows-secrets-to-operators",
    file: "apps/all-in-one/src/welcome.ts",
    text: "printsSecrets ? ownSecrets(environment) : ",
    replacement: "printsSecrets || dataDir ? ownSecrets(environment) : ",
    noticedBy: ["apps/all-in-one/src/welcome.test.ts"],
  },
  {
    name: "demo-shown-to-operators",
    file: "apps/all-in-one/src/demo/open-demo.ts",
    text: "if (isWanted && printsSecrets)",
    replacement: "if (isWanted || printsSecrets)",
    noticedBy: ["apps/all-in-one/src/demo/open-demo.test.ts"],
  },
  {
    name: "secret-of-a-file-replaced-by-a-made-one",
    file: "apps/all-in-one/src/is-given.ts",
    text: "environment[name] || environment[",
    replacement: "environment[name] || {}[",
    noticedBy: ["apps/all-in-one/src/prepare-environment.test.ts"],
  },
  {
    name: "ops-port-of-the-image-open-to-its-network",
    file: "deploy/Dockerfile",
    text: "ENV PARLEY_DATA_DIR=/data PARLEY_HOST=0.0.0.0",
    replacement: "ENV PARLEY_DATA_DIR=/data PARLEY_HOST=0.0.0.0 PARLEY_OPS_HOST=0.0.0.0",
    noticedBy: ["tools/deploy/image.test.ts"],
  },
  {
    name: "gateway-holds-the-master-key",
    file: "libs/kernel/src/derived-keys.ts",
    text: 'createHmac("sha256", noSalt).update(key).digest()',
    replacement: "key",
    noticedBy: ["libs/kernel/src/derived-keys.test.ts"],
  },
  {
    name: "links-sealed-under-the-master-key",
    file: "apps/workspace/src/module.ts",
    text: "portalKeys: derivedFrom(config.masterKeys, (key) => webhookPortalKeyOf(gatewayKeyOf(key))),",
    replacement: "portalKeys: config.masterKeys,",
    noticedBy: least,
    tests: "page tokens, sessions and links",
  },
  {
    name: "links-of-the-version-before-closed",
    file: "apps/gateway/src/module.ts",
    text: ", ...(config.masterKeys ?? [])];",
    replacement: "];",
    noticedBy: least,
    tests: "a link that the version before",
  },
  {
    name: "services-present-the-shared-token",
    file: "libs/runtime/src/service-token.ts",
    text: "return ownServiceToken ?? ",
    replacement: "return ",
    noticedBy: ["libs/runtime/src/service-token.test.ts"],
  },
  {
    name: "token-of-another-caller-passes-for-ones-own",
    file: "libs/rpc/src/service-tokens.ts",
    text: "(entry.name ?? name) === name && ",
    replacement: "",
    noticedBy: ["libs/runtime/src/service-token.test.ts"],
  },
  {
    name: "chart-gives-the-gateway-the-master-keys",
    file: environment,
    text: '{{- if eq .service "workspace" }}',
    replacement: '{{- if has .service (list "workspace" "gateway") }}',
    noticedBy: ["tools/deploy/chart.test.ts"],
    tests: "gives each service a token",
  },
  {
    name: "chart-gives-all-services-one-token",
    file: environment,
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
    noticedBy: known,
  },
  {
    name: "digest-of-a-known-token-passes-for-a-secret",
    file: "libs/runtime/src/known-secrets.ts",
    text: "if (digest !== undefined) return digest === hash(",
    replacement: "if (digest !== undefined) return !digest && hash(",
    noticedBy: known,
  },
  {
    name: "key-derived-from-a-known-one-passes-for-a-secret",
    file: "libs/runtime/src/known-secrets.ts",
    text: " || derived.includes(value)",
    replacement: "",
    noticedBy: known,
  },
  {
    name: "known-secret-beside-ones-own",
    file: "libs/runtime/src/known-secrets.ts",
    text: "if (inDevelopment && own === undefined) return [];",
    replacement: "if (inDevelopment) return [];",
    noticedBy: known,
  },
];
