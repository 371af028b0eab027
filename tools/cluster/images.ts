import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";
import type { DockerEngine } from "./docker-engine.ts";

export const serviceImage = "docker.io/library/parley:cluster";
export const pauseImage = "docker.io/library/pause:cluster";
const base = "node:24-slim";
// The machine's authorities, including those of a company's proxy.
const authorities = "/etc/ssl/certs/ca-certificates.crt";

/** Builds the images of the services and the pause image of pods, and writes them to files in the folder. */
export function buildImages(docker: DockerEngine, pause: string, folder: string): readonly string[] {
  provideBase(docker);
  const secret = existsSync(authorities) ? ["--secret", `id=ca,src=${authorities}`] : [];
  docker.run(["build", "--network", "host", ...secret, "-f", "deploy/Dockerfile", "-t", serviceImage, "."], { cwd: workspaceRoot });
  const context = mkdtempSync(join(tmpdir(), "parley-pause-"));
  cpSync(pause, join(context, "pause"));
  docker.run(["build", "-t", pauseImage, "-f", "-", context], { input: 'FROM scratch\nCOPY pause /pause\nENTRYPOINT ["/pause"]\n' });
  rmSync(context, { recursive: true });
  return [serviceImage, pauseImage].map((image, index) => {
    const file = join(folder, `image-${index}.tar`);
    docker.run(["save", "-o", file, image]);
    return file;
  });
}

// Pulls the base image. Without a registry it is built from Debian's packages, this Node and the local npm, under the name that
// deploy/Dockerfile uses.
function provideBase(docker: DockerEngine): void {
  if (docker.succeeds(["image", "inspect", base]) || docker.succeeds(["pull", base])) return;
  console.log(`${base} is not available from a registry; building it from Debian's packages.`);
  const root = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley", "bookworm");
  if (!existsSync(join(root, "usr/local/lib/node_modules/npm"))) layOutBase(root);
  const archive = `${root}.tar`;
  if (spawnSync("tar", ["-C", root, "-cf", archive, "."]).status !== 0) throw new Error(`tar could not write ${archive}.`);
  docker.run(["import", "--change", 'CMD ["node"]', "--change", "ENV PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", archive, base]);
  rmSync(archive);
}

function layOutBase(root: string): void {
  rmSync(root, { recursive: true, force: true });
  const { status } = spawnSync("debootstrap", ["--variant=minbase", "bookworm", root], { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`debootstrap exited with ${status}.`);
  const modules = join(root, "usr/local/lib/node_modules");
  mkdirSync(modules, { recursive: true });
  cpSync(realpathSync(process.execPath), join(root, "usr/local/bin/node"));
  const { stdout } = spawnSync("npm", ["root", "-g"], { encoding: "utf8" });
  cpSync(join(stdout.trim(), "npm"), join(modules, "npm"), { recursive: true, verbatimSymlinks: true });
  for (const name of ["npm", "npx"]) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, "usr/local/bin", name));
}
