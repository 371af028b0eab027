import { CopiedTree } from "./copied-tree.ts";
import type { Mutation } from "./mutation.ts";
import { runTests } from "./run-tests.ts";

const longestRunMs = 180_000;

interface Verdict {
  readonly mutation: Mutation;
  readonly ending: "noticed" | "SURVIVED" | "BROKEN";
  readonly seconds: number;
  readonly why: string;
}

/** Applies each to a copy of the sources and runs its tests. Whether tests noticed all. */
export async function areNoticed(chosen: readonly Mutation[]): Promise<boolean> {
  using tree = new CopiedTree();
  // Awaited here, because the copy is removed when this function ends.
  return (await passUnbroken(tree, chosen)) && (await judge(tree, chosen));
}

/** Whether the tests pass without a mutation: a test that fails anyway cannot notice one. */
async function passUnbroken(tree: CopiedTree, chosen: readonly Mutation[]): Promise<boolean> {
  const files = [...new Set(chosen.flatMap(({ noticedBy }) => noticedBy))];
  // Runs a file whole if a mutation needs all its tests; otherwise only the named tests, because others may need files that are not copied.
  const isWhole = (file: string) => chosen.some(({ noticedBy, tests }) => tests === undefined && noticedBy.includes(file));
  const whole = { files: files.filter(isWhole), names: [] };
  const named = { files: files.filter((file) => !isWhole(file)), names: chosen.flatMap(({ tests }) => tests ?? []) };
  console.log(`${files.length} test files, unbroken …`);
  for (const selection of [whole, named]) {
    if (selection.files.length === 0) continue;
    const { passed, failed, trouble } = await runTests(tree.folder, selection, longestRunMs * 4);
    if (passed > 0 && failed.length === 0 && trouble === "") continue;
    console.error(`The tests fail without any mutation: ${failed.join("; ") || trouble || "none was run"}`);
    return false;
  }
  return true;
}

async function judge(tree: CopiedTree, chosen: readonly Mutation[]): Promise<boolean> {
  const verdicts: Verdict[] = [];
  for (const mutation of chosen) {
    const beganMs = performance.now();
    const { passed, failed, trouble } = await tree.broken(mutation, () =>
      runTests(tree.folder, { files: mutation.noticedBy, names: mutation.tests === undefined ? [] : [mutation.tests] }, longestRunMs),
    );
    const ending = failed.length > 0 ? "noticed" : trouble === "" && passed > 0 ? "SURVIVED" : "BROKEN";
    const why = failed[0] ?? (trouble.split("\n", 1)[0] || `${passed} tests passed`);
    verdicts.push({ mutation, ending, seconds: (performance.now() - beganMs) / 1_000, why });
    console.log(row(verdicts.at(-1) as Verdict));
  }
  const noticed = verdicts.filter(({ ending }) => ending === "noticed").length;
  console.log(`${noticed} of ${verdicts.length} mutations were noticed.`);
  return noticed === verdicts.length;
}

function row({ mutation: { name }, ending, seconds, why }: Verdict): string {
  return `${ending.padEnd(8)}  ${name.padEnd(44)}  ${seconds.toFixed(1).padStart(5)} s  ${why.slice(0, 110)}`;
}
