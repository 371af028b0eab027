/** The text below the heading of a version in a changelog, or below `Unreleased`; undefined when there is none. */
export function changesOf(changelog: string, heading: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.startsWith(`${heading}\n`) || section.startsWith(`${heading}, `));
  return found?.slice(found.indexOf("\n") + 1).trim();
}

/** The changelog with what is unreleased under the heading of a version, and nothing unreleased. */
export function headedChangelog(changelog: string, version: string, day: string): string {
  if (changesOf(changelog, "Unreleased") === undefined) throw new Error("deploy/CHANGELOG.md has no section Unreleased.");
  if (changesOf(changelog, version) !== undefined) throw new Error(`deploy/CHANGELOG.md has a section ${version} already.`);
  return changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version}, ${day}`);
}
