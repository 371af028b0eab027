import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The part of an image's configuration that says how to run it. */
interface RunConfig {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Env: readonly string[];
}

/** Extracts the layers of an archive into a folder, with their owners when run as root. Returns how to run the image. */
export function unpackOci(archive: string, root: string): RunConfig {
  const blobs = mkdtempSync(join(tmpdir(), "parley-oci-"));
  try {
    execFileSync("tar", ["-xf", archive, "-C", blobs]);
    const blob = (digest: string) => join(blobs, "blobs", digest.replace(":", "/"));
    const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
    const [{ digest }] = read(join(blobs, "index.json")).manifests;
    const manifest = read(blob(digest)) as { config: { digest: string }; layers: readonly { digest: string }[] };
    mkdirSync(root, { recursive: true });
    const owners = process.getuid?.() === 0 ? ["--numeric-owner", "--same-owner"] : [];
    for (const layer of manifest.layers) execFileSync("tar", [...owners, "-xpzf", blob(layer.digest), "-C", root]);
    return (read(blob(manifest.config.digest)) as { config: RunConfig }).config;
  } finally {
    rmSync(blobs, { recursive: true });
  }
}
