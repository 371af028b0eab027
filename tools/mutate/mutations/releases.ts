import type { Mutation } from "../mutation.ts";

const archives = ["tools/release/archive/archives.test.ts"];
const images = ["tools/release/images/images.test.ts"];
const versions = ["tools/release/version/version-places.test.ts"];

/** What a release holds of what it was made from, and of nothing else. */
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
    file: "tools/release/packages/documents.ts",
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
];
