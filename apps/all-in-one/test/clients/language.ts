import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { createInterface } from "node:readline";

const libs = resolve(import.meta.dirname, "../../../../libs");

/** One call for a client to make. */
export interface Call {
  readonly client: Readonly<Record<string, unknown>>;
  readonly operation: string;
  readonly data?: unknown;
  readonly options?: unknown;
  /** For an endless result: the number of items to read. */
  readonly take?: number;
}

/** The outcome of a call, in the same terms for all languages. */
type Outcome = Readonly<Record<string, unknown>>;

/** A client in one language, in its own process that exchanges lines of JSON. */
export class Language implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  readonly #ended: Promise<never>;
  readonly #folder: string | undefined;
  #calls = 0;

  /** The folder is deleted when the program has ended. */
  constructor(command: readonly string[], environment: NodeJS.ProcessEnv = {}, folder?: string) {
    const [program = "", ...parameters] = command;
    this.#folder = folder;
    this.#child = spawn(program, parameters, { stdio: ["pipe", "pipe", "inherit"], env: { PATH: process.env.PATH, ...environment } });
    this.#ended = new Promise((_, reject) => {
      this.#child.once("error", reject);
      this.#child.once("exit", (code) => reject(new Error(`${program} ended with ${code}.`)));
    });
    this.#ended.catch(() => undefined);
    if (this.#child.stdout === null) throw new Error("The process has no output.");
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      const { id, ...outcome } = JSON.parse(line) as { id: number };
      this.#waiting.get(id)?.(outcome);
      this.#waiting.delete(id);
    });
  }

  call(call: Call): Promise<Outcome> {
    const id = ++this.#calls;
    const outcome = new Promise<Outcome>((resolve) => this.#waiting.set(id, resolve));
    this.#child.stdin?.write(`${JSON.stringify({ id, ...call })}\n`);
    return Promise.race([outcome, this.#ended]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin?.end();
    await this.#ended.catch(() => undefined);
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true });
  }
}

/** How each client is started, or why it cannot be. */
export const languages: Readonly<Record<string, () => Language | string>> = {
  "TypeScript on this Node": () => typescript(process.execPath),
  "TypeScript on an older Node": () => {
    const node = olderNode();
    return node === undefined ? "there is no older Node on the PATH" : typescript(node);
  },
  Python: () => python([]),
  "Python with asyncio": () => python(["--async"]),
  Go: golang,
};

function typescript(node: string): Language | string {
  if (!existsSync(join(libs, "sdk-typescript/dist"))) return "it is not built, which `npm test` does";
  return new Language([node, join(libs, "sdk-typescript/contract/runner.mjs")]);
}

/** A Node on the PATH that is older than the running one, as customers may have it. */
export function olderNode(): string | undefined {
  const candidates = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "node"));
  return candidates.find((node) => {
    if (!existsSync(node)) return false;
    const major = Number(/^v(\d+)/.exec(execFileSync(node, ["--version"], { encoding: "utf8" }))?.[1]);
    return major >= 20 && major < Number(process.versions.node.split(".")[0]);
  });
}

function python(parameters: readonly string[]): Language | string {
  try {
    const command = [findPython(), join(libs, "sdk-python/contract/runner.py"), ...parameters];
    return new Language(command, { PYTHONPATH: join(libs, "sdk-python/src"), PYTHONDONTWRITEBYTECODE: "1" });
  } catch (error) {
    return `Python with httpx is not to be had: ${error instanceof Error ? error.message.slice(0, 200) : error}`;
  }
}

/** A Python with the client's dependencies, which are installed once into their own folder. */
export function findPython(): string {
  const home = join(homedir(), ".cache/parley/sdk-python");
  const interpreter = join(home, "bin/python");
  if (!existsSync(interpreter)) {
    mkdirSync(home, { recursive: true });
    execFileSync("python3", ["-m", "venv", home], { stdio: "pipe" });
  }
  execFileSync(interpreter, ["-m", "pip", "install", "-q", "httpx>=0.27,<1", "cryptography>=42", "mypy>=1.11,<2"], { stdio: "pipe" });
  return interpreter;
}

function golang(): Language | string {
  const go = findGo();
  if (go === undefined) return "there is no Go on the PATH";
  const folder = mkdtempSync(join(tmpdir(), "parley-sdk-go-"));
  const program = join(folder, "contract");
  execFileSync(go, ["build", "-o", program, "./contract"], { cwd: join(libs, "sdk-go"), stdio: "inherit" });
  return new Language([program], {}, folder);
}

/** The Go of this machine, if there is one. */
export function findGo(): string | undefined {
  return ["go", "/usr/local/go/bin/go"].find((candidate) => works(candidate));
}

function works(command: string): boolean {
  try {
    execFileSync(command, ["version"], { stdio: "pipe" });
    return true;
  } catch {
    // The program does not exist, or is built for another kind of machine.
    return false;
  }
}
