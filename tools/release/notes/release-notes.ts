import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Artefact, put, type ReleaseContext } from "../artefact.ts";
import { linked } from "../packages/links.ts";
import { changesOf } from "./changelog.ts";

/** The READMEs of packages; each begins with an installation and a first program. */
const guides = [
  { name: "typescript", source: "libs/sdk-typescript/README.md" },
  { name: "python", source: "libs/sdk-python/README.md" },
  { name: "go", source: "libs/sdk-go/README.md" },
  { name: "command-line", source: "apps/cli/package-readme.md" },
];

/** Copies the READMEs of the packages into the release, because those within the packages would have to be unpacked. */
export function putGuides(context: ReleaseContext): void {
  for (const { name, source } of guides) {
    const text = readFileSync(join(context.root, source), "utf8");
    put(context, `guides/${name}.md`, linked(context, source, text).replaceAll("<version>", context.version));
  }
}

/** The notes of a release: what changed, what it contains, and how to verify it. */
export function releaseNotes({ root, version, commit, timeMs }: ReleaseContext, artefacts: readonly Artefact[]): string {
  const changelog = readFileSync(join(root, "deploy/CHANGELOG.md"), "utf8");
  const changes = linked({ version }, "deploy/CHANGELOG.md", changesOf(changelog, version) ?? changesOf(changelog, "Unreleased") ?? "");
  const rows = artefacts.map(({ path, about }) => `| \`${path}\` | ${about} |`);
  return `# Parley ${version}

Built from commit ${commit} of ${new Date(timeMs).toISOString().slice(0, 10)}.

## What changed

${changes || "The changelog lists no changes."}

## Where to begin

In commands \`<release>\` stands for the absolute path of this folder. Run them in another folder, so that this one stays unchanged.

- **To call it**: each page of \`guides\` installs a client and adds a thread: ${guides.map(({ name }) => `[${name}](guides/${name}.md)`).join(", ")}.
- **To run it**, in one container, by compose or on Kubernetes: follow \`deploy/README.md\` of the archive below.
- **To call its services by RPC**: generate stubs from the protos, with buf and a language's plug-in (below: JavaScript), or with protoc and \`--descriptor_set_in\`.

\`\`\`sh operate
tar -xzf <release>/deploy/parley-deploy-${version}.tar.gz
helm show readme <release>/chart/parley-${version}.tgz
\`\`\`

\`\`\`sh stubs
buf generate <release>/protos/parley-protos-${version}.binpb --template '{"version":"v2","plugins":[{"local":"protoc-gen-es","out":"stubs"}]}'
\`\`\`

## Files

| File | Content |
| --- | --- |
${rows.join("\n")}

\`sbom/<file>.cdx.json\` is the bill of materials of each file in CycloneDX 1.6.

## Verify the files

\`\`\`sh
sha256sum --check --quiet SHA256SUMS
\`\`\`

If the publisher has signed the release, the signature is in \`SHA256SUMS.sigstore.json\`; \`deploy/releasing.md\` in \`deploy/parley-deploy-${version}.tar.gz\` says how to verify it.
`;
}
