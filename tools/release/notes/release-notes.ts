import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Artefact, ReleaseContext } from "../artefact.ts";
import { changesOf } from "./changelog.ts";

/** The notes that go with a release: what changed, what there is, and how to know that it is whole. */
export function releaseNotes({ root, version, commit, timeMs }: ReleaseContext, artefacts: readonly Artefact[]): string {
  const changelog = readFileSync(join(root, "deploy/CHANGELOG.md"), "utf8");
  const changes = changesOf(changelog, version) ?? changesOf(changelog, "Unreleased");
  const rows = artefacts.map(({ path, about }) => `| \`${path}\` | ${about} |`);
  return `# Parley ${version}

Made from commit ${commit} of ${new Date(timeMs).toISOString().slice(0, 10)}.

## What changed

${(changes ?? "") || "Nothing that the changelog names."}

## What there is

| File | Is |
| --- | --- |
${rows.join("\n")}

\`sbom/<file>.cdx.json\` is the bill of materials of each, as CycloneDX 1.6.

## Whether it is whole

\`\`\`sh
sha256sum --check --quiet SHA256SUMS
\`\`\`

Where the publisher has signed \`SHA256SUMS\`, \`SHA256SUMS.sigstore.json\` lies beside it, and \`deploy/releasing.md\` of \`deploy/parley-deploy-${version}.tar.gz\` says how to verify it.
`;
}
