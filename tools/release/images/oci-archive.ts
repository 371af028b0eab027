import { type ArchiveEntry, fileEntry } from "../archive/entries.ts";
import { gzipped, tar } from "../archive/tar.ts";
import { sha256 } from "../artefact.ts";
import type { ImageConfig } from "./image-config.ts";

interface Image {
  /** `amd64` or `arm64`. */
  readonly architecture: string;
  /** The name and tag under which an engine loads the image: `parley:0.2.0`. */
  readonly name: string;
  readonly config: ImageConfig;
  readonly layers: readonly (readonly ArchiveEntry[])[];
  readonly timeMs: number;
}

/**
 * A Linux image as an OCI image layout in a tar, which `docker load`, `podman load`, `skopeo copy oci-archive:` and `ctr images import`
 * read.
 */
export function ociArchive({ architecture, name, config, layers, timeMs }: Image): Buffer {
  const blobs: Buffer[] = [];
  const describe = (mediaType: string, content: Buffer) => {
    blobs.push(content);
    return { mediaType, digest: `sha256:${sha256(content)}`, size: content.length };
  };
  const plain = layers.map((layer) => tar(layer, timeMs));
  const created = new Date(timeMs).toISOString();
  const settings = Buffer.from(
    JSON.stringify({
      created,
      architecture,
      os: "linux",
      config,
      rootfs: { type: "layers", diff_ids: plain.map((layer) => `sha256:${sha256(layer)}`) },
      history: plain.map(() => ({ created, created_by: "npm run release" })),
    }),
  );
  const described = describe("application/vnd.oci.image.config.v1+json", settings);
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: manifestType,
      config: described,
      layers: plain.map((layer) => describe("application/vnd.oci.image.layer.v1.tar+gzip", gzipped(layer))),
    }),
  );
  const listed = {
    ...describe(manifestType, manifest),
    platform: { architecture, os: "linux" },
    annotations: {
      "org.opencontainers.image.ref.name": name.slice(name.indexOf(":") + 1),
      "io.containerd.image.name": `docker.io/library/${name}`,
    },
  };
  const index = { schemaVersion: 2, mediaType: "application/vnd.oci.image.index.v1+json", manifests: [listed] };
  // Engines older than the OCI layout read this list.
  const docker = [{ Config: pathOf(settings), RepoTags: [name], Layers: blobs.slice(1, -1).map(pathOf) }];
  const entries = [
    fileEntry("oci-layout", '{"imageLayoutVersion":"1.0.0"}'),
    fileEntry("index.json", JSON.stringify(index)),
    fileEntry("manifest.json", JSON.stringify(docker)),
    ...blobs.map((blob) => fileEntry(pathOf(blob), blob)),
  ];
  return tar(entries, timeMs);
}

const manifestType = "application/vnd.oci.image.manifest.v1+json";

function pathOf(blob: Buffer): string {
  return `blobs/sha256/${sha256(blob)}`;
}
