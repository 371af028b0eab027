import { parseArgs } from "node:util";
import { workspaceRoot } from "../workspace-root.ts";
import { areNoticed } from "./declared.ts";
import { mutations } from "./mutation.ts";
import { mutationProblems } from "./mutation-problems.ts";
import { mutateTypeScript } from "./typescript/mutate-typescript.ts";
import { packagesWithUnitTests } from "./typescript/tested-files.ts";

const usage = `npm run mutate [-- --declared | --typescript <package> … | --only <name> …] [-- --check]

Breaks copies of the sources, and reports what no test notices: in SQL, charts, Python and Go as declared, in TypeScript by StrykerJS.

  --declared              only the declared mutations
  --only <name>           only the declared mutation of this name; may be repeated
  --typescript <package>  only the TypeScript of this package, such as libs/kernel; may be repeated
  --check                 breaks nothing: checks that the text of each declared mutation is in its file
  --help                  prints this`;

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      check: { type: "boolean" },
      declared: { type: "boolean" },
      help: { type: "boolean" },
      only: { type: "string", multiple: true },
      typescript: { type: "string", multiple: true },
    },
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
  const isWhole = values.declared === undefined && values.only === undefined && values.typescript === undefined;
  const known = packagesWithUnitTests(workspaceRoot);
  const packages = values.typescript ?? (isWhole ? known : []);
  const chosen = values.typescript === undefined ? mutations.filter(({ name }) => values.only?.includes(name) ?? true) : [];
  const unknown = [
    ...(values.only ?? []).filter((name) => !mutations.some((mutation) => mutation.name === name)),
    ...packages.filter((name) => !known.includes(name)),
  ];
  if (unknown.length > 0) throw new Error(`Unknown mutation or package: ${unknown.join(", ")}.`);
  const areAllNoticed = chosen.length === 0 || (await areNoticed(chosen));
  const isAsGoodAsBefore = await mutateTypeScript(packages, workspaceRoot);
  return areAllNoticed && isAsGoodAsBefore ? 0 : 1;
}
