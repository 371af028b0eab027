import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { until } from "@parley/testing";
import { hearWarnings } from "@parley/testing/programs";

/** Reads what a terminal shows, and types. */
class TypingPerson {
  shown = "";
  readonly #child: ChildProcessWithoutNullStreams;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stdout.on("data", (chunk: Buffer) => {
      this.shown += chunk;
    });
  }

  /** Types once the question is shown. */
  async type(question: string, keys: string): Promise<void> {
    await until(() => this.shown.includes(question));
    this.#child.stdin.write(keys);
  }

  async end(): Promise<number | null> {
    if (this.#child.exitCode === null) await once(this.#child, "close");
    return this.#child.exitCode;
  }
}

const bin = resolve(import.meta.dirname, "../../../cli/bin/parley.js");

/** The result of a command line. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A terminal for `parley`, with its own home folder. */
export class Shell implements AsyncDisposable {
  readonly folder: string;
  readonly #environment: Record<string, string>;

  private constructor(folder: string, environment: Readonly<Record<string, string>>) {
    this.folder = folder;
    this.#environment = { PATH: process.env.PATH ?? "", PARLEY_CONFIG_DIR: join(folder, "config"), ...environment };
  }

  static async open(environment: Readonly<Record<string, string>> = {}): Promise<Shell> {
    return new Shell(await mkdtemp(join(tmpdir(), "parley-cli-")), environment);
  }

  /** Starts a command; the caller ends it. */
  start(...words: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [bin, ...words], { cwd: this.folder, env: this.#environment, stdio: ["pipe", "pipe", "pipe"] });
    hearWarnings(child);
    return child;
  }

  /** Starts a command whose output goes to an open file, as with `>>`; the caller ends it. */
  startInto(file: number, ...words: readonly string[]): ChildProcess {
    return spawn(process.execPath, [bin, ...words], { cwd: this.folder, env: this.#environment, stdio: ["ignore", file, "inherit"] });
  }

  /** Runs a command at a terminal with a person typing. */
  inTerminal(...words: readonly string[]): TypingPerson {
    const line = `stty cols 120 rows 40; exec ${[process.execPath, bin, ...words].join(" ")}`;
    return new TypingPerson(
      spawn("script", ["-qefc", line, "/dev/null"], { cwd: this.folder, env: { ...this.#environment, TERM: "xterm" }, stdio: "pipe" }),
    );
  }

  /** Runs a command to its end. */
  async run(...words: readonly string[]): Promise<Ended> {
    return this.runWith("", ...words);
  }

  async runWith(input: string, ...words: readonly string[]): Promise<Ended> {
    const child = this.start(...words);
    const texts = { out: "", err: "" };
    child.stdout?.on("data", (chunk: Buffer) => {
      texts.out += chunk;
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      texts.err += chunk;
    });
    child.stdin?.end(input);
    const [code] = (await once(child, "close")) as [number | null];
    return { code, ...texts };
  }

  /** Runs a command with `--json` and returns its output; fails unless the command succeeds. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
  async json(...words: readonly string[]): Promise<any> {
    const { code, out, err } = await this.run("--json", ...words);
    if (code !== 0) throw new Error(`parley ${words.join(" ")} ended with ${code}: ${err}`);
    return out === "" ? undefined : JSON.parse(out);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
