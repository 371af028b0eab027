import { readFileSync } from "node:fs";
import { join } from "node:path";

const forms = {
  /** The command in a terminal. */
  command: /^[a-z][a-z0-9-]*$/,
  /** The scope of every package in the npm registry. */
  npmScope: /^@[a-z0-9][a-z0-9-]*$/,
  /** The distribution that `pip` installs. */
  pythonDistribution: /^[a-z0-9]+([._-][a-z0-9]+)*$/,
  /** The module that a Python program imports. */
  pythonModule: /^[a-z][a-z0-9_]*$/,
  goModule: /^[a-z0-9.-]+\.[a-z]+(\/[A-Za-z0-9._-]+)+$/,
  /** The module of the protos in a Buf registry. */
  bufModule: /^[a-z0-9.-]+\.[a-z]+\/[a-z0-9-]+\/[a-z0-9-]+$/,
  /** The prefix of the Java package of each proto. */
  javaPackage: /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/,
  /** The URL of the sources, as in the manifests of packages. */
  repository: /^https:\/\/[a-z0-9.-]+\.[a-z]+(\/[A-Za-z0-9._-]+)+$/,
  /** The address for reports of vulnerabilities. */
  securityMail: /^[a-z0-9._+-]+@[a-z0-9.-]+\.[a-z]+$/,
} as const;

/** The published names. No text may tell a reader to fetch one of them from a registry, where a stranger may hold it. */
export type Names = Readonly<Record<keyof typeof forms, string>>;

export const nameKinds = Object.keys(forms) as readonly (keyof Names)[];

export const namesFile = "tools/names/names.json";

export function readNames(root: string): Names {
  return JSON.parse(readFileSync(join(root, namesFile), "utf8")) as Names;
}

/** The names with some of them changed. Fails when a new name is malformed. */
export function changedNames(names: Names, change: Readonly<Partial<Names>>): Names {
  for (const kind of nameKinds) {
    const name = change[kind];
    if (name !== undefined && !forms[kind].test(name)) throw new Error(`${name} cannot be a ${kind}: it must match ${forms[kind].source}.`);
  }
  return { ...names, ...change };
}
