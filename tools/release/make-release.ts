import { rmSync } from "node:fs";
import { type Artefact, put, type ReleaseContext } from "./artefact.ts";
import { images } from "./images/images.ts";
import { putGuides, releaseNotes } from "./notes/release-notes.ts";
import { deployFolder } from "./packages/deploy-folder.ts";
import { chart, openApi, protos } from "./packages/documents.ts";
import { goModule } from "./packages/go-module.ts";
import { npmCommandLine, npmSdk } from "./packages/npm-packages.ts";
import { pythonDistributions } from "./packages/python-distributions.ts";
import { cyclonedx } from "./sboms/cyclonedx.ts";
import { type About, sums } from "./whole-release.ts";

/** Makes all artefacts of a release, the bill of materials of each, the notes, and `SHA256SUMS` over all files. Returns the artefacts. */
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
    say(deployFolder(context)),
    ...(withImages ? say(await images(context)) : []),
  ];
  if (!withImages) console.warn("LEFT OUT: the images, because of --no-images.");
  for (const { path, subject, components } of artefacts) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    put(context, `sbom/${name}.cdx.json`, cyclonedx({ subject, components, timeMs: context.timeMs }));
  }
  putGuides(context);
  put(context, "release.json", `${JSON.stringify(about(context), null, 2)}\n`);
  put(context, "README.md", releaseNotes(context, artefacts));
  put(context, "SHA256SUMS", sums(context.folder));
  return artefacts;
}

function about({ version, commit, timeMs }: ReleaseContext): About {
  return { version, commit, time: new Date(timeMs).toISOString() };
}
