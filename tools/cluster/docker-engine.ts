import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

interface RunOptions {
  readonly cwd?: string;
  readonly input?: string;
}

const startTimeoutMs = 60_000;

/** A Docker engine that only builds images. It uses the machine's network and changes nothing on the machine. */
export class DockerEngine {
  readonly #child: ChildProcess;
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(child: ChildProcess, socket: string) {
    this.#child = child;
    // Debian's client builds with BuildKit; another one may need a plugin for it.
    this.#environment = { ...process.env, PATH: `/usr/bin:${process.env.PATH}`, DOCKER_HOST: `unix://${socket}`, DOCKER_BUILDKIT: "1" };
  }

  /** Starts the engine in its own process namespace, so that no process outlives it. Its images stay in the folder. */
  static async start(folder: string, log: string): Promise<DockerEngine> {
    mkdirSync(folder, { recursive: true });
    const socket = join(folder, "docker.sock");
    // Removes the leftovers of a killed engine, whose process ids are from another namespace.
    for (const left of ["run", "docker.sock"]) rmSync(join(folder, left), { recursive: true, force: true });
    const namespaces = ["--mount", "--pid", "--fork", "--mount-proc", "--kill-child", "--propagation", "private"];
    const places = ["--data-root", join(folder, "data"), "--exec-root", join(folder, "run"), "--pidfile", join(folder, "run/pid")];
    const network = ["--bridge", "none", "--iptables=false", "--ip-masq=false"];
    const output = openSync(log, "w");
    const child = spawn("unshare", [...namespaces, "dockerd", "-H", `unix://${socket}`, ...places, ...network], {
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    const engine = new DockerEngine(child, socket);
    const deadline = performance.now() + startTimeoutMs;
    while (!existsSync(socket) || !engine.succeeds(["version"])) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(`The Docker engine did not start; see ${log}.`);
      await delay(500);
    }
    return engine;
  }

  run(parameters: readonly string[], { cwd, input }: RunOptions = {}): void {
    const { status } = spawnSync("docker", parameters, {
      cwd,
      input,
      env: this.#environment,
      stdio: [input === undefined ? "ignore" : "pipe", "inherit", "inherit"],
    });
    if (status !== 0) throw new Error(`docker ${parameters.join(" ").slice(0, 100)} exited with ${status}.`);
  }

  succeeds(parameters: readonly string[]): boolean {
    return spawnSync("docker", parameters, { env: this.#environment, stdio: "ignore", timeout: 120_000 }).status === 0;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, "exit");
    // Everything in its namespace ends with it.
    this.#child.kill("SIGKILL");
    await exited;
  }
}
