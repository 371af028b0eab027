import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { manifestProblems } from "../../deploy/chart.ts";
import { kubernetesTools } from "../../deploy/kubernetes-tools.ts";
import { workspaceRoot } from "../../workspace-root.ts";
import { blockOf } from "./readme.ts";
import { isThere, type Trial } from "./trial.ts";

/** The chart, from its archive. */
export function tryChart(trial: Trial): string {
  const tools = kubernetesTools();
  if (tools === undefined) return "SKIPPED: there is no Go here to build helm with";
  const archive = trial.artefact("chart/parley-<version>.tgz");
  const manifests = trial.run(trial.folder("chart"), tools.helm, [
    "template",
    "parley",
    archive,
    "--kube-version",
    "1.31.0",
    "--set",
    "kafka.brokers={kafka:9092}",
  ]);
  const problems = manifestProblems(tools, manifests);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const images = new Set(
    [...manifests.matchAll(/^\s*image: "?([^"\n]+)"?$/gm)].map(([, image = ""]) => image.slice(image.lastIndexOf(":") + 1)),
  );
  if (images.size !== 1 || !images.has(trial.version))
    throw new Error(`The chart starts images of ${[...images].join(", ")} and not of ${trial.version}.`);
  return "rendered from its archive, each manifest as an API server takes it, every image of this version";
}

/** The protos: stubs from the image, by buf for JavaScript and by protoc for Python where that is, and from the files. */
export function tryProtos(trial: Trial): string {
  const folder = trial.folder("protos");
  const image = trial.artefact("protos/parley-protos-<version>.binpb");
  const readme = readFileSync(join(trial.release, "README.md"), "utf8");
  const programs = [join(workspaceRoot, "node_modules/.bin"), join(workspaceRoot, "node_modules/node/bin"), trial.path];
  trial.paste(folder, blockOf(readme, "stubs"), { PATH: programs.join(":") });
  const stubs = globSync("stubs/parley/**/*_pb.js", { cwd: folder });
  if (stubs.length < 20) throw new Error(`buf made ${stubs.length} files of stubs.`);
  const service = readFileSync(join(folder, "stubs/parley/users/v1/users_service_pb.js"), "utf8");
  if (!service.includes("UsersService")) throw new Error("The stubs have no UsersService.");
  trial.run(folder, "tar", ["-xzf", trial.artefact("protos/parley-protos-<version>.tar.gz")]);
  trial.run(folder, join(workspaceRoot, "node_modules/.bin/buf"), ["build", `parley-protos-${trial.version}`]);
  if (!isThere("protoc")) return `${stubs.length} files of stubs by buf, and the files build (protoc is not here)`;
  trial.run(folder, "protoc", ["--descriptor_set_in", image, "--python_out=.", "parley/users/v1/users_service.proto"]);
  return `${stubs.length} files of stubs by buf, those of a service by protoc, and the files build`;
}

/** Compose, its images those of the release. An engine is not needed to see that; one that is here reads the file whole. */
export function tryCompose(trial: Trial): string {
  const folder = trial.folder("compose");
  trial.run(folder, "tar", ["-xzf", trial.artefact("deploy/parley-deploy-<version>.tar.gz")]);
  const file = join(folder, `parley-deploy-${trial.version}/deploy/compose.yaml`);
  const text = readFileSync(file, "utf8");
  if (!text.includes(`parley:\${PARLEY_IMAGE_TAG:-${trial.version}}`) || /^\s+build:/m.test(text))
    throw new Error(`${file} does not start the images of the release.`);
  const mounted = [...text.matchAll(/^\s+- (\.\/[^:\n]+):/gm)].map(([, path = ""]) => join(dirname(file), path));
  const absent = mounted.filter((path) => !existsSync(path));
  if (mounted.length === 0 || absent.length > 0) throw new Error(`${file} mounts what is not beside it: ${absent.join(", ")}.`);
  if (!isThere("docker", ["compose", "version"]))
    return "its images are those of the release, its mounts are there (docker compose is not here)";
  trial.run(folder, "docker", ["compose", "-f", file, "config", "--quiet"]);
  return "its images are those of the release, its mounts are there, and docker compose reads it";
}
