import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Artefact, put, type ReleaseContext, sha256 } from "./artefact.ts";
import { images } from "./images/images.ts";
import { releaseNotes } from "./notes/release-notes.ts";
import { chart, compose, openApi, protos } from "./packages/documents.ts";
import { goModule } from "./packages/go-module.ts";
import { npmCommandLine, npmSdk } from "./packages/npm-packages.ts";
import { pythonDistributions } from "./packages/python-distributions.ts";
import { cyclonedx } from "./sboms/cyclonedx.ts";

/** Makes all artefacts of a release, a bill of materials of each, the notes, and `SHA256SUMS` over all of them. Returns what was made. */
export async function makeRelease(context: ReleaseContext, { withImages }: { readonly withImages: boolean }): Promise<readonly Artefact[]> {
  rmSync(context.folder, { recursive: true, force: true });
  const say = <Made>(made: Made): Made => {
    for (const { path } of [made].flat() as Artefact[]) console.log(`Made ${path}.`);
    return made;
  };
  const artefacts = [
    say(npmSdk(context)),
    say(await npmCommandLine(context)),
    ...say(pythonDistributions(context)),
    say(goModule(context)),
    ...say(protos(context)),
    ...say(openApi(context)),
    say(chart(context)),
    say(compose(context)),
    ...(withImages ? say(await images(context)) : []),
  ];
  if (!withImages) console.warn("LEFT OUT: the images, because --no-images said so.");
  for (const { path, subject, components } of artefacts) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    put(context, `sbom/${name}.cdx.json`, cyclonedx({ subject, components, timeMs: context.timeMs }));
  }
  put(context, "release.json", `${JSON.stringify(about(context), null, 2)}\n`);
  put(context, "README.md", releaseNotes(context, artefacts));
  put(context, "SHA256SUMS", sums(context.folder));
  return artefacts;
}

/** What a release says of itself, for programs. */
export interface About {
  readonly version: string;
  readonly commit: string;
  readonly time: string;
}

function about({ version, commit, timeMs }: ReleaseContext): About {
  return { version, commit, time: new Date(timeMs).toISOString() };
}

/** What the release in a folder says of itself. Fails when a file is missing or is not what it was when it was made. */
export function wholeRelease(folder: string): About {
  if (sums(folder) !== readFileSync(join(folder, "SHA256SUMS"), "utf8"))
    throw new Error(`${folder} is not whole: its files are not those of its SHA256SUMS.`);
  return JSON.parse(readFileSync(join(folder, "release.json"), "utf8")) as About;
}

/** The digest of each file below a folder, in the form that `sha256sum --check` reads. */
function sums(folder: string): string {
  const files = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => !path.startsWith("SHA256SUMS"));
  return paths
    .toSorted()
    .map((path) => `${sha256(readFileSync(join(folder, path)))}  ${path}\n`)
    .join("");
}
