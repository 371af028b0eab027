import { installedIn, type LockFile } from "./lock-file.ts";

/**
 * The problems of `allowScripts`: npm runs the install scripts of the packages that it allows and skips those that it denies, but an npm
 * older than 11.16 runs all, so each package with such a script has to be read before it is locked. An entry for a package that has none is
 * a problem too: the list says what can run.
 */
export function scriptProblems(lock: LockFile, allowed: Readonly<Record<string, boolean>>): string[] {
  const withScripts = new Set(
    installedIn(lock)
      .filter(({ hasInstallScript }) => hasInstallScript)
      .map(({ name }) => name),
  );
  const unread = [...withScripts].filter((name) => !(name in allowed));
  const superfluous = Object.keys(allowed).filter((name) => !withScripts.has(name));
  return [
    ...unread.map((name) => `${name} has an install script: allow or deny it in allowScripts of package.json.`),
    ...superfluous.map((name) => `${name} has no install script: remove it from allowScripts of package.json.`),
  ];
}
