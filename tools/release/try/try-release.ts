import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { workspaceRoot } from "../../workspace-root.ts";
import { releaseFolder } from "../release-folder.ts";
import { versionOf } from "../version/version-places.ts";
import { wholeRelease } from "../whole-release.ts";
import { tryChart, tryCompose, tryProtos } from "./installed-files.ts";
import { tryCommandLine, tryGo, tryPython, tryTypescript } from "./installed-programs.ts";
import { RunningImage } from "./running-image.ts";
import { type Credentials, Trial } from "./trial.ts";
import { upgraded } from "./upgrade.ts";

// `npm run release:try -- [folder] [--before folder] [--architecture arm64]` installs each artefact of a release in an empty folder, as a
// user would, and tries it. The programs call the release's own all-in-one image. `--before` first starts the image of another release, and
// upgrades it with its data.
const { values, positionals } = parseArgs({
  options: { before: { type: "string" }, architecture: { type: "string", default: process.arch === "arm64" ? "arm64" : "amd64" } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? releaseFolder(versionOf(workspaceRoot)));
const about = wholeRelease(folder);
console.log(`SHA256SUMS: ${about.version} is complete and unchanged.`);

const tries = {
  typescript: tryTypescript,
  python: tryPython,
  go: tryGo,
  "command line": tryCommandLine,
  chart: tryChart,
  protos: tryProtos,
  compose: tryCompose,
} as const;

const missing = RunningImage.missing();
if (missing === undefined) await withImage();
else {
  console.warn(`SKIPPED: the programs are installed but not run, because ${missing}.`);
  tryAll(undefined);
}

async function withImage(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "parley-try-image-"));
  try {
    await using image = await startedImage(join(scratch, "data"));
    tryAll(image.credentials());
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function startedImage(data: string): Promise<RunningImage> {
  const archive = imageOf(folder, about.version);
  if (values.before === undefined) {
    const running = await RunningImage.start(archive, data);
    console.log(`image: started from the archive for ${values.architecture}, as its own user.`);
    return running;
  }
  const before = wholeRelease(resolve(values.before));
  const running = await upgraded({ before: { ...before, archive: imageOf(resolve(values.before), before.version) }, after: archive, data });
  console.log(`image: ${before.version} upgraded to ${about.version}, with its data.`);
  return running;
}

function imageOf(release: string, version: string): string {
  return join(release, `images/parley-all-in-one-${version}-linux-${values.architecture}.oci.tar`);
}

function tryAll(credentials: Credentials | undefined): void {
  using trial = new Trial(folder, about.version, credentials);
  for (const [name, attempt] of Object.entries(tries)) {
    try {
      console.log(`${name}: ${attempt(trial)}.`);
    } catch (error) {
      console.error(`${name} FAILED: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
}
