/** The text below the heading of a version in a changelog, or below `Unreleased`; undefined when there is none. */
export function changesOf(changelog: string, heading: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.startsWith(`${heading}\n`) || section.startsWith(`${heading}, `));
  return found?.slice(found.indexOf("\n") + 1).trim();
}

/** The changelog with what is unreleased under the heading of a version, before what changed of the interface, and nothing unreleased. */
export function headedChangelog(changelog: string, version: string, day: string, ofInterface: string): string {
  if (changesOf(changelog, "Unreleased") === undefined) throw new Error("deploy/CHANGELOG.md has no section Unreleased.");
  if (changesOf(changelog, version) !== undefined) throw new Error(`deploy/CHANGELOG.md has a section ${version} already.`);
  const changes = changesOf(changelog, "Unreleased") ?? "";
  const own = [`## Unreleased`, `## ${version}, ${day}`, changes, ofInterface === "" ? "" : `### Interface\n\n${ofInterface}`].filter(
    (part) => part !== "",
  );
  const [before = "", after = ""] = changelog.split(/^## Unreleased\n/m);
  const following = after.indexOf("\n## ");
  return `${before}${own.join("\n\n")}\n${following === -1 ? "" : after.slice(following)}`;
}
