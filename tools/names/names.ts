import { readFileSync } from "node:fs";
import { join } from "node:path";

const forms = {
  /** What is typed in a terminal. */
  command: /^[a-z][a-z0-9-]*$/,
  /** Of every package in the registry of npm. */
  npmScope: /^@[a-z0-9][a-z0-9-]*$/,
  /** What `pip` installs. */
  pythonDistribution: /^[a-z0-9]+([._-][a-z0-9]+)*$/,
  /** What a program in Python imports. */
  pythonModule: /^[a-z][a-z0-9_]*$/,
  goModule: /^[a-z0-9.-]+\.[a-z]+(\/[A-Za-z0-9._-]+)+$/,
  /** Before the package of each proto, for stubs in Java. */
  javaPackage: /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/,
  /** Where the sources are, as manifests of packages say it. */
  repository: /^https:\/\/[a-z0-9.-]+\.[a-z]+(\/[A-Za-z0-9._-]+)+$/,
  /** Who is told of a vulnerability. */
  securityMail: /^[a-z0-9._+-]+@[a-z0-9.-]+\.[a-z]+$/,
} as const;

/** The names under which others find what is published: one that a stranger holds in a registry must not be told to anybody. */
export type Names = Readonly<Record<keyof typeof forms, string>>;

export const nameKinds = Object.keys(forms) as readonly (keyof Names)[];

export const namesFile = "tools/names/names.json";

export function readNames(root: string): Names {
  return JSON.parse(readFileSync(join(root, namesFile), "utf8")) as Names;
}

/** The names with some of them changed. Fails with a sentence when one has not the form of its kind. */
export function changedNames(names: Names, change: Readonly<Partial<Names>>): Names {
  for (const kind of nameKinds) {
    const name = change[kind];
    if (name !== undefined && !forms[kind].test(name))
      throw new Error(`${name} cannot be a ${kind}: it has to match ${forms[kind].source}.`);
  }
  return { ...names, ...change };
}
