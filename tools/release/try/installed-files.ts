import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { manifestProblems } from "../../deploy/chart.ts";
import { kubernetesTools } from "../../deploy/kubernetes-tools.ts";
import { workspaceRoot } from "../../workspace-root.ts";
import { blockOf } from "./readme.ts";
import { isThere, type Trial } from "./trial.ts";

/** Renders the chart from its archive, and checks the manifests. */
export function tryChart(trial: Trial): string {
  const tools = kubernetesTools();
  if (tools === undefined) return "SKIPPED: helm is built with Go, which is not installed";
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
    throw new Error(`The chart starts images of ${[...images].join(", ")} instead of ${trial.version}.`);
  return "rendered from its archive, with valid manifests and only images of this version";
}

/** Generates stubs from the image, with buf for JavaScript and, if it is installed, with protoc for Python. Then builds the proto files. */
export function tryProtos(trial: Trial): string {
  const folder = trial.folder("protos");
  const image = trial.artefact("protos/parley-protos-<version>.binpb");
  const readme = readFileSync(join(trial.release, "README.md"), "utf8");
  const programs = [join(workspaceRoot, "node_modules/.bin"), join(workspaceRoot, "node_modules/node/bin"), trial.path];
  trial.paste(folder, blockOf(readme, "stubs"), { PATH: programs.join(":") });
  const stubs = globSync("stubs/parley/**/*_pb.js", { cwd: folder });
  if (stubs.length < 20) throw new Error(`buf generated only ${stubs.length} stub files.`);
  const service = readFileSync(join(folder, "stubs/parley/users/v1/users_service_pb.js"), "utf8");
  if (!service.includes("UsersService")) throw new Error("The stubs have no UsersService.");
  trial.run(folder, "tar", ["-xzf", trial.artefact("protos/parley-protos-<version>.tar.gz")]);
  trial.run(folder, join(workspaceRoot, "node_modules/.bin/buf"), ["build", `parley-protos-${trial.version}`]);
  if (!isThere("protoc")) return `buf generated ${stubs.length} stub files and built the protos (protoc is not installed)`;
  trial.run(folder, "protoc", ["--descriptor_set_in", image, "--python_out=.", "parley/users/v1/users_service.proto"]);
  return `buf generated ${stubs.length} stub files and built the protos, and protoc generated stubs of a service`;
}

/** Checks that compose starts the images of the release. This needs no container engine; an installed one also parses the whole file. */
export function tryCompose(trial: Trial): string {
  const folder = trial.folder("compose");
  trial.run(folder, "tar", ["-xzf", trial.artefact("deploy/parley-deploy-<version>.tar.gz")]);
  const file = join(folder, `parley-deploy-${trial.version}/deploy/compose.yaml`);
  const text = readFileSync(file, "utf8");
  if (!text.includes(`parley:\${PARLEY_IMAGE_TAG:-${trial.version}}`) || /^\s+build:/m.test(text))
    throw new Error(`${file} does not start the images of the release.`);
  const mounted = [...text.matchAll(/^\s+- (\.\/[^:\n]+):/gm)].map(([, path = ""]) => join(dirname(file), path));
  const absent = mounted.filter((path) => !existsSync(path));
  if (mounted.length === 0 || absent.length > 0) throw new Error(`${file} mounts files that are missing: ${absent.join(", ")}.`);
  if (!isThere("docker", ["compose", "version"]))
    return "it starts the release's images and its mounted files exist (docker compose is not installed)";
  trial.run(folder, "docker", ["compose", "-f", file, "config", "--quiet"]);
  return "it starts the release's images, its mounted files exist, and docker compose parses it";
}
