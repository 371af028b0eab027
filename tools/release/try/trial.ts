import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The address and credentials that a program uses. */
export type Credentials = Readonly<Record<"PARLEY_BASE_URL" | "PARLEY_API_KEY" | "PARLEY_AUTH_TOKEN", string>>;

/** Installs a release's artefacts, each in an empty folder and with a home folder outside the checkout. */
export class Trial implements Disposable {
  readonly release: string;
  readonly version: string;
  readonly credentials: Credentials | undefined;
  /** Leaves out the programs of the checkout, which npm puts first when it runs a script. */
  readonly path = (process.env.PATH ?? "")
    .split(":")
    .filter((folder) => !folder.includes("node_modules"))
    .join(":");
  readonly #scratch = mkdtempSync(join(tmpdir(), "parley-try-"));

  constructor(release: string, version: string, credentials: Credentials | undefined) {
    this.release = release;
    this.version = version;
    this.credentials = credentials;
  }

  /** An empty folder. */
  folder(name: string): string {
    const folder = join(this.#scratch, name);
    mkdirSync(folder);
    return folder;
  }

  artefact(path: string): string {
    return join(this.release, path.replace("<version>", this.version));
  }

  /** Returns what a program prints. If it fails, the error contains everything that it printed. */
  run(
    folder: string,
    program: string,
    parameters: readonly string[],
    environment: Readonly<Record<string, string | undefined>> = {},
  ): string {
    const home = join(this.#scratch, "home");
    mkdirSync(home, { recursive: true });
    const { status, stdout, stderr, error } = spawnSync(program, parameters, {
      cwd: folder,
      encoding: "utf8",
      timeout: 600_000,
      env: { PATH: this.path, HOME: home, ...ofRegistries(), ...this.credentials, ...environment },
    });
    if (status !== 0) throw new Error(`${program} ${parameters.join(" ")} in ${folder}: ${error?.message ?? `${stdout}${stderr}`}`);
    return stdout;
  }

  /** Runs the commands of a page, with `<release>` and `<version>` replaced by those of the trial. Returns what they print. */
  paste(folder: string, commands: string, environment: Readonly<Record<string, string>> = {}): string {
    const filledIn = commands.replaceAll("<release>", this.release).replaceAll("<version>", this.version);
    return this.run(folder, "sh", ["-ec", filledIn], environment);
  }

  [Symbol.dispose](): void {
    // Go makes fetched modules read-only.
    spawnSync("chmod", ["-R", "u+w", this.#scratch]);
    rmSync(this.#scratch, { recursive: true, force: true });
  }
}

// The variables by which this machine reaches registries, from which the packages' dependencies come.
function ofRegistries(): Record<string, string | undefined> {
  const names = [
    "PIP_CERT",
    "PIP_FIND_LINKS",
    "PIP_INDEX_URL",
    "SSL_CERT_FILE",
    "NODE_EXTRA_CA_CERTS",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "NO_PROXY",
    "https_proxy",
    "http_proxy",
    "no_proxy",
  ];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

export function isThere(program: string, parameters: readonly string[] = ["--version"]): boolean {
  return spawnSync(program, parameters, { stdio: "ignore" }).status === 0;
}
