import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Artefact, put, type ReleaseContext } from "../artefact.ts";
import { linked } from "../packages/links.ts";
import { changesOf } from "./changelog.ts";

/** The pages of packages that begin with an installation and a first program. */
const guides = [
  { name: "typescript", source: "libs/sdk-typescript/README.md" },
  { name: "python", source: "libs/sdk-python/README.md" },
  { name: "go", source: "libs/sdk-go/README.md" },
  { name: "command-line", source: "apps/cli/package-readme.md" },
];

/** Puts the pages of the packages beside the packages, which a reader would have to unpack. */
export function putGuides(context: ReleaseContext): void {
  for (const { name, source } of guides) {
    const text = readFileSync(join(context.root, source), "utf8");
    put(context, `guides/${name}.md`, linked(context, source, text).replaceAll("<version>", context.version));
  }
}

/** The notes that go with a release: what changed, what there is, and how to know that it is whole. */
export function releaseNotes({ root, version, commit, timeMs }: ReleaseContext, artefacts: readonly Artefact[]): string {
  const changelog = readFileSync(join(root, "deploy/CHANGELOG.md"), "utf8");
  const changes = linked(
    { root, version },
    "deploy/CHANGELOG.md",
    changesOf(changelog, version) ?? changesOf(changelog, "Unreleased") ?? "",
  );
  const rows = artefacts.map(({ path, about }) => `| \`${path}\` | ${about} |`);
  return `# Parley ${version}

Made from commit ${commit} of ${new Date(timeMs).toISOString().slice(0, 10)}.

## What changed

${changes || "Nothing that the changelog names."}

## Where to begin

In commands \`<release>\` is the absolute path of this folder. Run them in a folder of your own, so that this one stays as it was made.

- **To call it**: each page of \`guides\` installs a client and adds a thread: ${guides.map(({ name }) => `[${name}](guides/${name}.md)`).join(", ")}.
- **To run it**, in one container, by compose or on Kubernetes: follow \`deploy/README.md\` of the archive below.
- **To call its services by RPC**: make stubs from the protos, by buf with the plug-in of a language (below: JavaScript), or by protoc with \`--descriptor_set_in\`.

\`\`\`sh operate
tar -xzf <release>/deploy/parley-deploy-${version}.tar.gz
helm show readme <release>/chart/parley-${version}.tgz
\`\`\`

\`\`\`sh stubs
buf generate <release>/protos/parley-protos-${version}.binpb --template '{"version":"v2","plugins":[{"local":"protoc-gen-es","out":"stubs"}]}'
\`\`\`

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
