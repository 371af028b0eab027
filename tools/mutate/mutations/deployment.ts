import type { Mutation } from "../mutation.ts";

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
];
