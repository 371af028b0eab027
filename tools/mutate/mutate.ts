import { parseArgs } from "node:util";
import { workspaceRoot } from "../workspace-root.ts";
import { CopiedTree } from "./copied-tree.ts";
import type { Mutation } from "./mutation.ts";
import { mutationProblems } from "./mutation-problems.ts";
import { mutations } from "./mutations/index.ts";
import { runTests } from "./run-tests.ts";

const usage = `npm run mutate [-- --only <name> …] [-- --check]

Applies each declared mutation to a copy of the sources, and requires that tests notice it.

  --only <name>  only the mutation of this name; may be repeated
  --check        applies none: checks that the text of each is in its file
  --help         prints this`;
const longestRunMs = 180_000;

interface Verdict {
  readonly mutation: Mutation;
  readonly ending: "noticed" | "SURVIVED" | "BROKEN";
  readonly seconds: number;
  readonly why: string;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { check: { type: "boolean" }, help: { type: "boolean" }, only: { type: "string", multiple: true } },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const problems = mutationProblems(mutations, workspaceRoot);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return 1;
  if (values.check) {
    console.log(`${mutations.length} mutations apply.`);
    return 0;
  }
  const chosen = mutations.filter(({ name }) => values.only === undefined || values.only.includes(name));
  const unknown = values.only?.filter((name) => !mutations.some((mutation) => mutation.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`Unknown mutation: ${unknown.join(", ")}.`);
  await using tree = await CopiedTree.make(workspaceRoot);
  // Awaited here, because the copy is removed when this function ends.
  return (await passUnbroken(tree, chosen)) ? await judge(tree, chosen) : 1;
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

async function judge(tree: CopiedTree, chosen: readonly Mutation[]): Promise<number> {
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
  return noticed === verdicts.length ? 0 : 1;
}

function row({ mutation: { name }, ending, seconds, why }: Verdict): string {
  return `${ending.padEnd(8)}  ${name.padEnd(44)}  ${seconds.toFixed(1).padStart(5)} s  ${why.slice(0, 110)}`;
}
