import type { Change } from "../surface/compare.ts";

const mostOfKind = 12;

/**
 * The changes of the interface as lines of a changelog: one line for each break, then one line for each kind with its other changes. A long
 * list ends with the number of the rest.
 */
export function interfaceChanges(changes: readonly Change[]): string {
  const breaks = changes.filter((change) => change.breaks).map(({ text }) => `- **breaks** ${text}`);
  const others = Map.groupBy(
    changes.filter((change) => !change.breaks),
    ({ kind }) => kind,
  );
  return [...breaks, ...[...others].map(([kind, ofKind]) => `- ${kind}: ${listed(kind, ofKind)}`)].join("\n");
}

function listed(kind: string, changes: readonly Change[]): string {
  const said = changes.map(({ text }) => text.slice(kind.length + 2));
  const isNew = / is new$/;
  const added = said.filter((each) => isNew.test(each)).map((each) => `\`${each.replace(isNew, "")}\``);
  const other = said.filter((each) => !isNew.test(each));
  return [added.length > 0 ? `new: ${bounded(added, ", ")}` : "", other.length > 0 ? bounded(other, "; ") : ""]
    .filter((part) => part !== "")
    .join("; ");
}

function bounded(said: readonly string[], between: string): string {
  const rest = said.length - mostOfKind;
  return `${said.slice(0, mostOfKind).join(between)}${rest > 0 ? ` and ${rest} more` : ""}`;
}
