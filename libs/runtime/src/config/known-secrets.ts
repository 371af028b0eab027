import { hash } from "node:crypto";
import { gatewayKeyOf, notificationsKeyOf } from "@parley/kernel";
import { type ConfigShape, type Setting, settingsOf, textOf } from "../settings/setting.ts";

// The prefix of every secret in compose.yaml, which is public; base64 in the master key.
const opening = "only-for-trying-out";
const masterKey = { id: "k1", key: Buffer.from(`${opening}-012345678901`) };
const derived = [gatewayKeyOf(masterKey), notificationsKeyOf(masterKey)].map(({ key }) => key.toString("base64"));

const ofCompose: ReadonlySet<string> = new Set([
  "PARLEY_SERVICE_TOKENS",
  "PARLEY_OWN_SERVICE_TOKEN",
  "PARLEY_MASTER_KEYS",
  "PARLEY_GATEWAY_KEYS",
  "PARLEY_NOTIFICATIONS_KEYS",
  "PARLEY_ADMIN_TOKEN",
]);

/**
 * A message for each secret that is publicly known. In development they are accepted, unless some secret was set to a private value:
 * whoever set one has data to protect and has forgotten the others.
 */
export function knownSecretProblems(shapes: readonly ConfigShape[], environment: NodeJS.ProcessEnv, inDevelopment: boolean): string[] {
  const secrets = new Map(shapes.flatMap(settingsOf).map((setting) => [setting.name, setting]));
  const given = [...secrets.values()].flatMap((setting) => {
    const text = setting.secret === true ? givenFor(setting, environment) : "";
    return text === "" ? [] : [{ name: setting.name, isKnown: text.split(",").some((part) => isKnown(part.trim())) }];
  });
  const own = given.find(({ name, isKnown }) => !isKnown && ofCompose.has(name));
  const why = inDevelopment ? ` while ${own?.name} has a private value` : "";
  const remedy = inDevelopment ? "Set all of them, or none." : "Make a private one, or set PARLEY_DEVELOPMENT=true to try Parley out.";
  if (inDevelopment && own === undefined) return [];
  return given
    .filter(({ isKnown }) => isKnown)
    .map(
      ({ name }) =>
        `${name} has the public value of compose.yaml${why}. ${remedy} \`workspace/main.js make-secrets compose\` prints new ones.`,
    );
}

function isKnown(part: string): boolean {
  const [, caller, digest] = /^([^:]{1,64}):sha256:([0-9a-f]{64})$/.exec(part) ?? [];
  if (digest !== undefined) return digest === hash("sha256", `${opening}-${caller}`);
  const value = part.replace(/^[^:]{1,64}:/, "");
  return value.startsWith(opening) || Buffer.from(value, "base64").toString("latin1").startsWith(opening) || derived.includes(value);
}

// A file that cannot be read is reported elsewhere.
function givenFor(setting: Setting<unknown>, environment: NodeJS.ProcessEnv): string {
  try {
    return textOf(setting, environment) ?? "";
  } catch {
    return "";
  }
}
