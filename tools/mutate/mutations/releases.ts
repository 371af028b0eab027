import type { Mutation } from "../mutation.ts";

const archives = ["tools/release/archive/archives.test.ts"];
const images = ["tools/release/images/images.test.ts"];
const versions = ["tools/release/version/version-places.test.ts"];

const comparison = ["tools/release/surface/compare.test.ts"];
const verdicts = ["tools/release/surface/surface-verdict.test.ts"];

/** The content of a release, and the detection of changes that break callers. */
export const releases: readonly Mutation[] = [
  {
    name: "archive-is-as-its-files-were-found",
    file: "tools/release/archive/tar.ts",
    text: "(a.path < b.path ? -1 : 1)",
    replacement: "(a.path < b.path ? 0 : 0)",
    noticedBy: archives,
  },
  {
    name: "compressed-bytes-say-on-which-system",
    file: "tools/release/archive/tar.ts",
    text: "compressed[9] = 255;",
    replacement: "",
    noticedBy: archives,
  },
  {
    name: "zip-is-as-its-files-were-found",
    file: "tools/release/archive/zip.ts",
    text: "(a.path < b.path ? -1 : 1)",
    replacement: "(a.path < b.path ? 0 : 0)",
    noticedBy: archives,
  },
  {
    name: "released-image-runs-as-root",
    file: "tools/release/images/image-config.ts",
    text: "config.User = rest.trim();",
    replacement: "config.User = rest.slice(rest.length);",
    noticedBy: images,
  },
  {
    name: "released-image-lacks-libraries-of-libraries",
    file: "tools/release/images/needed-libraries.ts",
    text: "for (const name of needed.filter(",
    replacement: "for (const name of (seen.size > 1 ? [] : needed).filter(",
    noticedBy: images,
  },
  {
    name: "released-compose-takes-the-latest-image",
    file: "tools/release/packages/deploy-folder.ts",
    text: 'replaceAll("PARLEY_IMAGE_TAG:-latest"',
    replacement: 'replaceAll("PARLEY_IMAGE_TAG:-newest"',
    noticedBy: ["tools/release/packages/packages.test.ts"],
  },
  {
    name: "lock-file-keeps-the-former-version",
    file: "tools/release/version/version-places.ts",
    text: "  lock.version = version;",
    replacement: "",
    noticedBy: versions,
  },
  {
    name: "bill-of-materials-names-packages-of-other-platforms",
    file: "tools/release/sboms/locked-packages.ts",
    text: "return allows(entry?.os, platform?.os) && allows(entry?.cpu, platform?.cpu);",
    replacement: "return allows(entry?.os, platform?.os);",
    noticedBy: ["tools/release/sboms/sboms.test.ts"],
  },
  {
    name: "version-before-a-release-is-taken",
    file: "tools/release/version/semantic-version.ts",
    text: 'return version.includes("-")',
    replacement: 'return version.includes("+")',
    noticedBy: ["tools/release/version/semantic-version.test.ts"],
  },
  {
    name: "removed-thing-breaks-nobody",
    file: "tools/release/surface/compare.ts",
    text: 'return [said(true, " is removed")];',
    replacement: 'return [said(false, " is removed")];',
    noticedBy: comparison,
  },
  {
    name: "newly-required-field-breaks-nobody",
    file: "tools/release/surface/compare.ts",
    text: "(value.startsWith(required) || bound.test(member))",
    replacement: "bound.test(member)",
    noticedBy: comparison,
  },
  {
    name: "new-bound-breaks-nobody",
    file: "tools/release/surface/compare.ts",
    text: "(value.startsWith(required) || bound.test(member))",
    replacement: "value.startsWith(required)",
    noticedBy: comparison,
  },
  {
    name: "bound-of-a-new-field-breaks-callers",
    file: "tools/release/surface/compare.ts",
    text: " && !boundsNew(member, before)",
    replacement: "",
    noticedBy: comparison,
  },
  {
    name: "lowered-bound-breaks-nobody",
    file: "tools/release/surface/compare.ts",
    text: "Number(current) < Number(former)",
    replacement: "Number(current) > Number(former)",
    noticedBy: comparison,
  },
  {
    name: "answer-that-lacks-a-field-breaks-nobody",
    file: "tools/release/surface/compare.ts",
    text: "former !== required + current : former !== current + maybe",
    replacement: "former !== required + current : current !== former + maybe",
    noticedBy: comparison,
  },
  {
    name: "break-that-nobody-is-told-passes",
    file: "tools/release/surface/surface-verdict.ts",
    text: "!names.every((name) => told.some(",
    replacement: "names.length === 0 && !names.every((name) => told.some(",
    noticedBy: verdicts,
  },
  {
    name: "one-told-break-tells-all",
    file: "tools/release/surface/surface-verdict.ts",
    text: ").test(code);",
    replacement: ").test(name);",
    noticedBy: verdicts,
  },
  {
    name: "another-section-tells-what-breaks",
    file: "tools/release/surface/surface-verdict.ts",
    text: "return section.split(/^### /m)[0] ??",
    replacement: "return section ??",
    noticedBy: verdicts,
  },
  {
    name: "last-release-is-made-of-other-sources",
    file: "tools/release/surface/surface-verdict.ts",
    text: "(version === last && changes.length === 0)",
    replacement: "(version === last && changes.length >= 0)",
    noticedBy: verdicts,
  },
  {
    name: "released-page-links-to-what-is-not-there",
    file: "tools/release/packages/links.ts",
    text: "return isBeside ? link :",
    replacement: 'return target !== "" ? link :',
    noticedBy: ["tools/release/packages/packages.test.ts"],
  },
  {
    name: "release-replaces-any-folder",
    file: "tools/release/release-folder.ts",
    text: "readdirSync(folder).length === 0) return;",
    replacement: "readdirSync(folder).length >= 0) return;",
    noticedBy: ["tools/release/release-folder.test.ts"],
  },
  {
    name: "renamed-client-keeps-its-file-name",
    file: "tools/names/rename.ts",
    text: "nameOf: ({ npmScope }) => npmScope.slice(1)",
    replacement: "nameOf: ({ npmScope }) => npmScope",
    noticedBy: ["tools/names/names.test.ts"],
  },
  {
    name: "number-that-says-too-little-is-taken",
    file: "tools/release/surface/surface-verdict.ts",
    text: "isAtLeast(version, least)) return",
    replacement: "isAtLeast(version, last)) return",
    noticedBy: verdicts,
  },
  {
    name: "release-with-other-bytes-is-taken",
    file: "tools/release/whole-release.ts",
    text: "if (sums(folder) !== ",
    replacement: 'if (sums(folder) === "" && folder !== ',
    noticedBy: ["tools/release/whole-release.test.ts"],
  },
];
