import type { SourceFile } from "./source-graph.ts";

/** Files whose exports are used from outside of the workspace: clients by their users, set-ups by the test runner. */
const exempt: readonly RegExp[] = [/^libs\/sdk-/, /\.config\.ts$/, /^libs\/testing\/src\/(global|kafka\/kafka)-setup\.ts$/];

/** Returns the files with exports that no other file uses. */
export function unusedExports(files: readonly SourceFile[]): { readonly path: string; readonly names: readonly string[] }[] {
  const taken = namesTaken(files);
  return files.flatMap(({ path, exports }) => {
    const of = taken.get(path) ?? new Set();
    const names = of.has("*") || exempt.some((pattern) => pattern.test(path)) ? [] : exports.filter((name) => !of.has(name));
    return names.length === 0 ? [] : [{ path, names }];
  });
}

function namesTaken(files: readonly SourceFile[]): Map<string, Set<string>> {
  const taken = new Map(files.map(({ path }) => [path, new Set<string>()]));
  const handers = files.flatMap(({ path, uses }) => uses.filter(({ handsOn }) => handsOn).map(({ from }) => ({ from, by: path })));
  for (const { uses } of files) for (const { from, name, handsOn } of uses) if (!handsOn) taken.get(from)?.add(name);

  // A name imported from a file that re-exports it is used in the file behind it, possibly over several steps.
  let grew = true;
  while (grew) {
    grew = false;
    for (const { from, by } of handers) {
      const [behind, before] = [taken.get(from), taken.get(by)];
      if (behind === undefined || before === undefined) continue;
      const size = behind.size;
      for (const name of before) behind.add(name);
      grew ||= behind.size > size;
    }
  }
  return taken;
}
