import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Who a program calls. */
export type Credentials = Readonly<Record<"PARLEY_BASE_URL" | "PARLEY_API_KEY" | "PARLEY_AUTH_TOKEN", string>>;

/** The installing of a release's artefacts, each in an empty folder of its own and with a home of its own: nothing of the checkout is near. */
export class Trial implements Disposable {
  readonly release: string;
  readonly version: string;
  readonly credentials: Credentials | undefined;
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
      timeout: 300_000,
      env: { PATH: process.env.PATH, HOME: home, ...ofRegistries(), ...this.credentials, ...environment },
    });
    if (status !== 0) throw new Error(`${program} ${parameters.join(" ")} in ${folder}: ${error?.message ?? `${stdout}${stderr}`}`);
    return stdout;
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

/** The first program of a README, which is marked as such. */
export function firstProgram(readme: string): string {
  const [, body] = /^```\w+ first\n([\s\S]*?)^```$/m.exec(readFileSync(readme, "utf8")) ?? [];
  if (body === undefined) throw new Error(`${readme} has no program that is marked \`first\`.`);
  return body;
}

export function isThere(program: string, parameters: readonly string[] = ["--version"]): boolean {
  return spawnSync(program, parameters, { stdio: "ignore" }).status === 0;
}
