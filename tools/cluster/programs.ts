import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { controlPlaneGroup, enterControlGroup, makeControlGroup } from "./control-groups.ts";

/** The cluster's processes. They end with their common process namespace. */
export class Programs {
  readonly #logs: string;
  readonly #environment: NodeJS.ProcessEnv;

  constructor(logs: string, environment: NodeJS.ProcessEnv) {
    this.#logs = logs;
    this.#environment = environment;
    mkdirSync(logs, { recursive: true });
    makeControlGroup(controlPlaneGroup);
  }

  /** Starts a program with its output in a log of that name. All programs are needed: when one ends, all end. */
  start(name: string, program: string, parameters: readonly string[]): ChildProcess {
    const file = join(this.#logs, `${name}.log`);
    const output = openSync(file, "w");
    const child = spawn(program, parameters, { env: this.#environment, stdio: ["ignore", output, output] });
    closeSync(output);
    if (child.pid !== undefined) enterControlGroup(controlPlaneGroup, child.pid);
    child.once("error", (error) => fail(`${name} did not start: ${error.message}`));
    child.once("exit", (code, signal) => fail(`${name} ended with ${code ?? signal}: ${file} says why.`));
    return child;
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
