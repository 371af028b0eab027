import { type Command, command, list, masterKeys, optionalMasterKeys, optionalSecret } from "@parley/runtime";
import { derivedKeys, makeSecrets } from "./make-secrets.ts";

const kept = {
  masterKeys: optionalMasterKeys(),
  adminToken: optionalSecret("PARLEY_ADMIN_TOKEN", { description: "Token that opens /v2/workspace/create.", leastLength: 32 }),
  serviceTokens: list("PARLEY_SERVICE_TOKENS", { description: "Tokens that services accept until the new ones are in use." }),
};

/** Commands that print secrets. They serve nothing and open no database. */
export const secretsCommands: Readonly<Record<string, Command>> = {
  "derive-keys": command({
    description: "Print the keys that the gateway and the notifications service derive from the master keys.",
    config: { masterKeys: masterKeys() },
    run: async (config) => linesOf(derivedKeys(config.masterKeys)),
  }),
  "make-secrets compose": command({
    description: "Print new secrets for the .env file of compose; given ones are kept.",
    config: kept,
    run: async (config) => linesOf({ PARLEY_DEVELOPMENT: "false", ...makeSecrets(config) }),
  }),
  "make-secrets kubernetes": command({
    description: "Print new secrets as the keys of the chart's Secret; given ones are kept.",
    config: kept,
    run: async (config) => linesOf(keysOfSecret(makeSecrets(config))),
  }),
};

function linesOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}

// PARLEY_MASTER_KEYS is under master-keys.
function keysOfSecret(values: Readonly<Record<string, string>>): Record<string, string> {
  const keyOf = (variable: string) => variable.replace("PARLEY_", "").toLowerCase().replaceAll("_", "-");
  return Object.fromEntries(Object.entries(values).map(([variable, value]) => [keyOf(variable), value]));
}
