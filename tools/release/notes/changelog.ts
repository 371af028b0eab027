/** The text below the heading of a version (or `Unreleased`) in a changelog; undefined when there is no such heading. */
export function changesOf(changelog: string, heading: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.startsWith(`${heading}\n`) || section.startsWith(`${heading}, `));
  return found?.slice(found.indexOf("\n") + 1).trim();
}

/**
 * Returns the changelog with the unreleased changes moved below the heading of a version. `Unreleased` becomes empty.
 */
export function headedChangelog(changelog: string, version: string, day: string): string {
  if (changesOf(changelog, "Unreleased") === undefined) throw new Error("deploy/CHANGELOG.md has no section Unreleased.");
  if (changesOf(changelog, version) !== undefined) throw new Error(`deploy/CHANGELOG.md already has a section ${version}.`);
  const changes = changesOf(changelog, "Unreleased") ?? "";
  const own = ["## Unreleased", `## ${version}, ${day}`, changes].filter((part) => part !== "");
  const [before = "", after = ""] = changelog.split(/^## Unreleased\n/m);
  const following = after.indexOf("\n## ");
  return `${before}${own.join("\n\n")}\n${following === -1 ? "" : after.slice(following)}`;
}
