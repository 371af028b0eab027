import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Difference } from "./differences.ts";

const run = promisify(execFile);

/** The release of the hosted product's own types, against which existing TypeScript is compiled. */
const release = "@veltdev/types@6.0.6";
const compiler = join(import.meta.dirname, "../../../../../node_modules/.bin/tsc");

/** An answer, and the type of the package by which existing code reads it, such as `CommentAnnotation[]`. */
export interface ReadAnswer {
  readonly name: string;
  readonly type: string;
  readonly answer: unknown;
}

/** The types in a folder of their own. */
export class VeltTypes implements AsyncDisposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined, with one line that says so, without a registry of packages. */
  static async install(): Promise<VeltTypes | undefined> {
    const folder = await mkdtemp(join(tmpdir(), "parley-velt-types-"));
    try {
      await run("npm", ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", release], { timeout: 300_000 });
      return new VeltTypes(folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      console.warn(`SKIPPED: the types of ${release}, because npm does not install them: ${String(error).slice(0, 300)}.`);
      return undefined;
    }
  }

  /**
   * Compiles a program that reads the answers by these types, once the differences are written into the types. Returns what the compiler
   * says, empty if nothing. The JSON of an answer is itself a type, of exactly this value.
   */
  async compile(answers: readonly ReadAnswer[], differences: readonly Difference[], declarations = ""): Promise<string> {
    const originals = await this.#change(differences);
    try {
      const lines = answers.map(
        ({ type, answer }, n) => `declare const answer${n}: ${JSON.stringify(answer)}; const read${n}: ${type} = answer${n};`,
      );
      const program = `import type * as velt from "@veltdev/types";\n${declarations}\n${lines.join("\n")}\n`;
      await writeFile(join(this.#folder, "reads.ts"), program);
      const options = [
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
        "--lib",
        "esnext,dom",
      ];
      const { stdout } = await run(compiler, [...options, "reads.ts"], { cwd: this.#folder }).catch((error) => error as { stdout: string });
      return stdout.replaceAll(/answer(\d+)|read(\d+)/g, (_, one, other) => answers[Number(one ?? other)]?.name ?? "");
    } finally {
      for (const [file, text] of originals) await writeFile(file, text);
    }
  }

  /** Writes the differences into the types. Returns the files as they were. */
  async #change(differences: readonly Difference[]): Promise<ReadonlyMap<string, string>> {
    const originals = new Map<string, string>();
    for (const [name, declared, answered] of differences.flatMap(({ members }) => members)) {
      const file = join(this.#folder, "node_modules/@veltdev/types/app/models/data", `${name}.d.ts`);
      const text = await readFile(file, "utf8");
      if (!text.includes(declared)) throw new Error(`${release} has no "${declared}" in ${name}.`);
      if (!originals.has(file)) originals.set(file, text);
      await writeFile(file, text.replaceAll(declared, answered));
    }
    return originals;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
