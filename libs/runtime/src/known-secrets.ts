import { type ConfigShape, textOf } from "./setting.ts";

// As compose.yaml writes them, for everybody to read.
const known = ["only-for-trying-out-0123456789", "only-for-trying-out", "b25seS1mb3ItdHJ5aW5nLW91dC0wMTIzNDU2Nzg5MDE="];

/** A sentence for each secret that everybody knows. */
export function knownSecretProblems(shapes: readonly ConfigShape[], environment: NodeJS.ProcessEnv): string[] {
  const secrets = shapes.flatMap((shape) => Object.values(shape)).filter(({ secret }) => secret === true);
  return secrets.flatMap((setting) => {
    const given = givenFor(setting, environment)
      .split(",")
      .map((part) => part.trim().replace(/^[^:]{1,64}:/, ""));
    if (!given.some((part) => known.includes(part))) return [];
    return [
      `${setting.name} has the value that compose.yaml shows to everybody. Make one of your own, or set PARLEY_DEVELOPMENT=true to try things out.`,
    ];
  });
}

// A file that cannot be read is a problem already.
function givenFor(setting: Parameters<typeof textOf>[0], environment: NodeJS.ProcessEnv): string {
  try {
    return textOf(setting, environment) ?? "";
  } catch {
    return "";
  }
}
