import { type ConfigShape, textOf } from "./setting.ts";

// The prefix of every secret in compose.yaml, which everybody can read; base64 in the master key.
const opening = "only-for-trying-out";

/** A sentence for each secret that everybody knows. */
export function knownSecretProblems(shapes: readonly ConfigShape[], environment: NodeJS.ProcessEnv): string[] {
  const secrets = shapes.flatMap((shape) => Object.values(shape)).filter(({ secret }) => secret === true);
  return secrets.flatMap((setting) => {
    const given = givenFor(setting, environment)
      .split(",")
      .map((part) => part.trim().replace(/^[^:]{1,64}:/, ""));
    if (!given.some((part) => part.startsWith(opening) || Buffer.from(part, "base64").toString("latin1").startsWith(opening))) return [];
    return [
      `${setting.name} has the value that compose.yaml shows to everybody. Make one of your own, or set PARLEY_DEVELOPMENT=true to try things out.`,
    ];
  });
}

// A file that cannot be read is reported elsewhere.
function givenFor(setting: Parameters<typeof textOf>[0], environment: NodeJS.ProcessEnv): string {
  try {
    return textOf(setting, environment) ?? "";
  } catch {
    return "";
  }
}
