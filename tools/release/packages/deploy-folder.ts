import { readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { type ArchiveEntry, entriesOf, fileEntry } from "../archive/entries.ts";
import { tarGz } from "../archive/tar.ts";
import { type Artefact, put, type ReleaseContext } from "../artefact.ts";
import { own } from "./documents.ts";
import { linked } from "./links.ts";

/**
 * Packs the files that run Parley and the pages for operators: compose with its scripts, the chart with its examples, dashboards and
 * alerts.
 */
export function deployFolder(context: ReleaseContext): Artefact {
  const name = `parley-deploy-${context.version}`;
  const entries = deployEntries(context.root, context.version).map((entry) => ({ ...entry, path: `${name}/${entry.path}` }));
  const path = `deploy/${name}.tar.gz`;
  put(context, path, tarGz(entries, context.timeMs));
  return {
    path,
    about: "compose, its scripts and dashboards, the chart with its examples, pages for operators",
    subject: own("parley-deploy", context.version),
    components: [],
  };
}

// Files that are part of the images or build them.
const ofImages = /^deploy\/(?:Dockerfile|lay-out-image|prepare\.ts|front\.ts)/;
// The security page links to the promises.
const promises = "tools/promises/README.md";

/** The files. compose starts the images of the version, and the pages link to each other or to the repository at the version's tag. */
export function deployEntries(root: string, version: string): ArchiveEntry[] {
  const all = [
    ...entriesOf(join(root, "deploy"), "deploy/"),
    fileEntry(promises, readFileSync(join(root, promises))),
    fileEntry("LICENSE", readFileSync(join(root, "LICENSE"))),
  ];
  const files = all.flatMap((entry) =>
    entry.kind === "file" && !ofImages.test(entry.path) && !entry.path.endsWith(".tgz") ? [entry] : [],
  );
  const paths = files.map(({ path }) => path);
  return files.map((file) => {
    const content = changed(file.path, file.content, (text) =>
      file.path.endsWith(".md") ? linked({ version }, file.path, text, paths) : released(text, version),
    );
    return { ...file, content };
  });
}

function changed(path: string, content: Buffer, change: (text: string) => string): Buffer {
  return path.endsWith(".md") || path === "deploy/compose.yaml" ? Buffer.from(change(content.toString())) : content;
}

/** compose.yaml without its builds, and with the images of this version. Fails when the file names its images differently. */
export function released(text: string, version: string): string {
  const next = text
    .replaceAll(/^ {2,}build: .*\n/gm, "")
    .replaceAll("PARLEY_IMAGE_TAG:-latest", `PARLEY_IMAGE_TAG:-${version}`)
    .replaceAll(" up --build", " up")
    .replaceAll("docker run --rm parley ", `docker run --rm parley:${version} `);
  if (!next.includes(`:-${version}}`) || next.includes("dockerfile:"))
    throw new Error("compose.yaml does not name its images as expected.");
  return next;
}
