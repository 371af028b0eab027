import type { DescribedOperation, RequestForm } from "@parley/sdk";
import { operations } from "@parley/sdk/operations";
import { requests } from "@parley/sdk/requests";
import type { Command } from "commander";
import { didYouMean } from "../terminal/did-you-mean.ts";
import { UsageError } from "../terminal/problem.ts";
import { table } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** `parley operations [name]`: the operations of `parley call`, and the request of one. */
export function addOperations(program: Command, terminal: Terminal): void {
  program
    .command("operations")
    .description("list the operations, or describe one")
    .argument("[operation]", "name or path of an operation, or a word to search for")
    .action((word: string | undefined) => {
      const exact = operations.find((each) => isMeant(each, word));
      if (exact !== undefined) return describe(terminal, exact, requests[exact.name]);
      const found = operations.filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes((word ?? "").toLowerCase()));
      if (found.length === 0) throw new UsageError(`No operation has ${word} in its name or summary.`);
      if (terminal.json) return terminal.value(found.map(({ name, summary, auth, answer }) => ({ name, summary, auth, answer })));
      for (const line of table(found, { operation: ({ name }) => name, does: ({ summary }) => summary })) terminal.print(line);
    });
}

/** The operation with a name, or with a path as in curl and the reference. */
export function operationOf(word: string): DescribedOperation {
  const operation = operations.find((each) => isMeant(each, word));
  if (operation !== undefined) return operation;
  const [resource = ""] = word.split(".");
  const near = operations.filter((each) => each.name.startsWith(`${resource}.`)).map((each) => each.name);
  const hint = near.length > 0 ? `${resource} has ${near.join(", ")}` : "`parley operations` lists them";
  const shown = word.slice(0, 100);
  const meant = didYouMean(shown, shown.includes("/") ? operations.map(({ path }) => path) : operations.map(({ name }) => name));
  throw new UsageError(`There is no operation ${shown}; ${hint}.${meant}`);
}

// Paths are the same in both versions.
function isMeant({ name, path }: DescribedOperation, word: string | undefined): boolean {
  if (word === undefined) return false;
  return name === word || withoutVersion(path) === withoutVersion(word);
}

function withoutVersion(path: string): string {
  return path.replace(/^\/?v[12]\//, "/");
}

function describe(terminal: Terminal, operation: DescribedOperation, request: RequestForm | undefined) {
  const { name, path, summary, description, auth } = operation;
  if (terminal.json) return terminal.value({ ...operation, request });
  terminal.print(
    `${terminal.styled("bold", name)}  POST ${path}  (${auth})\n\n${summary}${description === "" ? "" : `\n\n${description}`}\n`,
  );
  const { properties = {}, required = [] } = (request?.form ?? {}) as Form;
  const rows = Object.entries(properties).map(([field, form]) => ({ field, form, isRequired: required.includes(field) }));
  const columns = {
    field: ({ field, isRequired }: (typeof rows)[number]) => field + (isRequired ? " *" : ""),
    type: ({ form }: (typeof rows)[number]) => form.type ?? (form.anyOf === undefined ? "" : "any of several"),
    text: ({ form }: (typeof rows)[number]) => form.description ?? "",
  };
  for (const line of table(rows, columns)) terminal.print(line);
  terminal.print(`\nparley call ${name} '${JSON.stringify(request?.example)}'`);
}

interface Form {
  readonly properties?: Readonly<
    Record<string, { readonly type?: string; readonly description?: string; readonly anyOf?: readonly unknown[] }>
  >;
  readonly required?: readonly string[];
}
