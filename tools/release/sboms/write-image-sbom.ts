import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { workspaceRoot } from "../../workspace-root.ts";
import { versionOf } from "../version/version-places.ts";
import { type Component, cyclonedx, npmComponents } from "./cyclonedx.ts";
import { lockedPackages } from "./locked-packages.ts";

// `write-image-sbom.ts <file> <npm's name of the architecture> <app>…` lists the packages that are bundled in an image, for scanners.
const [file = "", cpu = "", ...apps] = process.argv.slice(2);
const packages = lockedPackages(
  workspaceRoot,
  apps.map((app) => join("apps", basename(app))),
  { os: "linux", cpu },
);
const node: Component = {
  type: "platform",
  name: "node",
  version: process.versions.node,
  license: "MIT",
  purl: `pkg:generic/node@${process.versions.node}`,
};
const subject: Component = { type: "container", name: "parley", version: versionOf(workspaceRoot), license: "Apache-2.0" };
// An image that is built outside a release has no commit, so its time is 0.
const timeMs = Number(process.env.SOURCE_DATE_EPOCH ?? 0) * 1_000;
writeFileSync(file, cyclonedx({ subject, components: [node, ...npmComponents(packages)], timeMs }));
