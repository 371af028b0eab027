import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundle } from "../../build/bundle.ts";
import { services } from "../../services/services.ts";
import { type ArchiveEntry, entriesOf } from "../archive/entries.ts";
import { type Artefact, put, type ReleaseContext } from "../artefact.ts";
import type { Component } from "../sboms/cyclonedx.ts";
import { type Architecture, type Foundation, foundationOf } from "./foundation.ts";
import { imageConfig } from "./image-config.ts";
import { ociArchive } from "./oci-archive.ts";

interface Target {
  readonly name: string;
  readonly stage: string;
  readonly about: string;
  readonly apps: readonly string[];
  /** The folders that belong to the image's user. */
  readonly ownFolders: readonly string[];
}

const targets: readonly Target[] = [
  { name: "parley", stage: "services", about: "every service", apps: services.map(({ app }) => app), ownFolders: [] },
  {
    name: "parley-all-in-one",
    stage: "all-in-one",
    about: "one program with a Postgres of its own",
    apps: ["all-in-one"],
    ownFolders: ["data"],
  },
];

const architectures: readonly Architecture[] = ["amd64", "arm64"];
const userOfImage = 65532;

/**
 * Makes the images without a container engine, with the script that also prepares the files for Docker. An image that cannot be built here
 * is left out with a warning.
 */
export async function images(context: ReleaseContext): Promise<Artefact[]> {
  await Promise.all(targets.flatMap(({ apps }) => apps).map((app) => bundle(app)));
  return architectures.flatMap((architecture) => {
    const foundation = foundationOf(context.root, architecture);
    if (typeof foundation !== "string") return targets.map((target) => image(context, target, architecture, foundation));
    console.warn(`LEFT OUT: the images for ${architecture}, because ${foundation}.`);
    return [];
  });
}

function image(context: ReleaseContext, target: Target, architecture: Architecture, foundation: Foundation): Artefact {
  const { root, version, commit, timeMs } = context;
  const folder = mkdtempSync(join(tmpdir(), "parley-image-"));
  try {
    layOut(context, target, foundation, folder);
    const values = { VERSION: version, REVISION: commit, CREATED: new Date(timeMs).toISOString() };
    const content = ociArchive({
      architecture,
      name: `${target.name}:${version}`,
      config: imageConfig(root, target.stage, values),
      layers: layersOf(folder, target),
      timeMs,
    });
    const path = `images/${target.name}-${version}-linux-${architecture}.oci.tar`;
    put(context, path, content);
    const { components } = JSON.parse(readFileSync(join(folder, "app/sbom.cdx.json"), "utf8")) as { components: readonly Written[] };
    const subject: Component = { type: "container", name: target.name, version, license: "Apache-2.0" };
    return {
      path,
      about: `image for ${architecture}: ${target.about}`,
      subject,
      components: [...components.map(componentOf), ...debianComponents(foundation)],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function layOut(
  { root, timeMs }: ReleaseContext,
  { apps }: Target,
  { cpu, root: debian, node, postgres }: Foundation,
  folder: string,
): void {
  execFileSync("sh", ["deploy/lay-out-image.sh", folder, ...apps], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      IMAGE_CPU: cpu,
      IMAGE_ROOT: debian,
      IMAGE_NODE: node,
      IMAGE_POSTGRES: postgres,
      SOURCE_DATE_EPOCH: String(timeMs / 1_000),
    },
  });
}

// Files that rarely change are in the lower layer, which is then downloaded only once.
function layersOf(folder: string, { ownFolders }: Target): (readonly ArchiveEntry[])[] {
  const all = entriesOf(folder);
  const isProgram = ({ path }: ArchiveEntry) => path === "app" || path.startsWith("app/");
  const owned = ownFolders.map((path): ArchiveEntry => ({ kind: "folder", path, mode: 0o755, owner: userOfImage }));
  return [all.filter((entry) => !isProgram(entry)), [...all.filter(isProgram), ...owned]];
}

interface Written {
  readonly type: Component["type"];
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly licenses?: readonly { readonly expression: string }[];
  readonly hashes?: readonly { readonly content: string }[];
}

function componentOf({ licenses, hashes, ...rest }: Written): Component {
  const digest = hashes?.[0]?.content;
  const component = { ...rest, license: licenses?.[0]?.expression };
  return digest === undefined ? component : { ...component, digest };
}

const debianPackages = ["libc6", "libgcc-s1", "libstdc++6", "dash"];

/**
 * The Debian packages whose files are in an image: from the list of extracted packages, or from the installed packages of a running Debian.
 */
function debianComponents({ root }: Foundation): Component[] {
  const extracted = join(root, "debootstrap/debpaths");
  const found = existsSync(extracted)
    ? [...readFileSync(extracted, "utf8").matchAll(/^(\S+) \S+_([^_]+)_(\w+)\.deb$/gm)]
    : [
        ...readFileSync(join(root, "var/lib/dpkg/status"), "utf8").matchAll(
          /^Package: (\S+)\n(?=(?:.+\n)*?Version: (\S+)\n)(?=(?:.+\n)*?Architecture: (\S+)\n)/gm,
        ),
      ];
  return found.flatMap(([, name = "", version = "", architecture = ""]) => {
    const plain = decodeURIComponent(version);
    const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(plain)}?arch=${architecture}&distro=bookworm`;
    return debianPackages.includes(name) ? [{ type: "library", name, version: plain, purl } as const] : [];
  });
}
