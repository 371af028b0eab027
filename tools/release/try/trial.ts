import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Who a program calls. */
export type Credentials = Readonly<Record<"PARLEY_BASE_URL" | "PARLEY_API_KEY" | "PARLEY_AUTH_TOKEN", string>>;

/** The installing of a release's artefacts, each in an empty folder of its own and with a home of its own: nothing of the checkout is near. */
export class Trial implements Disposable {
  readonly release: string;
  readonly version: string;
  readonly credentials: Credentials | undefined;
  /** Without the programs of the checkout, which npm puts first for a script. */
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

  /** What a program prints; fails with all of that when the program fails. */
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

  /** What commands of a page print, in which `<release>` and `<version>` stand for those of the trial. */
  paste(folder: string, commands: string, environment: Readonly<Record<string, string>> = {}): string {
    const filledIn = commands.replaceAll("<release>", this.release).replaceAll("<version>", this.version);
    return this.run(folder, "sh", ["-ec", filledIn], environment);
  }

  [Symbol.dispose](): void {
    // Go makes what it has fetched read-only.
    spawnSync("chmod", ["-R", "u+w", this.#scratch]);
    rmSync(this.#scratch, { recursive: true, force: true });
  }
}

// How a machine reaches the registries of others: packages that ours depend on come from there.
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
