import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../../libs/testing/src/free-port.ts";
import { unpackOci } from "../images/unpack-oci.ts";
import type { Credentials } from "./trial.ts";

// This also has to suffice for an emulated processor. A program that fails exits earlier.
const startTimeoutMs = 600_000;

/** The all-in-one image of a release, run like a container: with its own files, user and command, and only the kernel of this machine. */
export class RunningImage implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #root: string;
  readonly #data: string;

  private constructor(child: ChildProcess, url: string, root: string, data: string) {
    this.#child = child;
    this.url = url;
    this.#root = root;
    this.#data = data;
  }

  /** The reason why images cannot be run here; undefined if they can. */
  static missing(): string | undefined {
    return process.platform === "linux" && process.getuid?.() === 0
      ? undefined
      : "only root on Linux can start an image without a container engine";
  }

  /** Starts the image with the data in a folder, which remains when the image stops. */
  static async start(archive: string, data: string): Promise<RunningImage> {
    const root = mkdtempSync(join(tmpdir(), "parley-image-"));
    const { User, WorkingDir, Entrypoint, Cmd, Env } = unpackOci(archive, root);
    execFileSync("chmod", ["755", root]);
    const user = Number(User.split(":")[0]);
    mkdirSync(data, { recursive: true });
    chownSync(data, user, user);
    for (const folder of ["proc", "dev"]) mkdirSync(join(root, folder), { recursive: true });
    const [gateway, ops] = [await freePort(), await freePort()];
    const [program = "", ...parameters] = Entrypoint;
    const command = [program, ...parameters, ...Cmd.map((word) => (word.endsWith(".js") ? `${WorkingDir}/${word}` : word))];
    // The mounts are private and end with the process. Each program replaces the previous one, so that the child process is the image's
    // program.
    const script =
      'mount --bind "$2" "$1/data" && mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && r=$1 u=$3 && shift 3 && exec chroot --userspec="$u" "$r" "$@"';
    const own = { PARLEY_DEMO: "true", PARLEY_GATEWAY_PORT: String(gateway), PARLEY_OPS_PORT: String(ops), PARLEY_HOST: "127.0.0.1" };
    const log = openSync(join(data, "..", "image.log"), "a");
    const child = spawn("unshare", ["--mount", "--propagation", "private", "sh", "-c", script, "sh", root, data, User, ...command], {
      stdio: ["ignore", log, log],
      env: {
        ...Object.fromEntries(Env.map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
        ...own,
        PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      },
    });
    const running = new RunningImage(child, `http://127.0.0.1:${gateway}`, root, data);
    try {
      await running.#ready(`http://127.0.0.1:${ops}/readyz`);
      return running;
    } catch (error) {
      const text = readFileSync(join(data, "..", "image.log"), "utf8");
      await running[Symbol.asyncDispose]();
      throw new Error(`${archive} did not start: ${text.slice(-2_000)}`, { cause: error });
    }
  }

  /** The credentials of the demo that the image has created. */
  credentials(): Credentials {
    const { apiKey, authToken } = JSON.parse(readFileSync(join(this.#data, "demo.json"), "utf8")) as Record<string, string>;
    return { PARLEY_BASE_URL: this.url, PARLEY_API_KEY: apiKey ?? "", PARLEY_AUTH_TOKEN: authToken ?? "" };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, "exit");
      this.#child.kill("SIGTERM");
      await exited;
    }
    rmSync(this.#root, { recursive: true, force: true });
  }

  async #ready(url: string): Promise<void> {
    const deadline = performance.now() + startTimeoutMs;
    while (performance.now() < deadline) {
      if (this.#child.exitCode !== null) throw new Error(`The image exited with the code ${this.#child.exitCode}.`);
      const answered = await fetch(url).catch(() => undefined);
      // The server is ready before its demo is complete.
      if (answered?.ok && existsSync(join(this.#data, "demo.json"))) return;
      await delay(200);
    }
    throw new Error(`The image was not ready within ${startTimeoutMs} ms.`);
  }
}
