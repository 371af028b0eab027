import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { controlPlaneGroup, enterControlGroup, makeControlGroup } from "./control-groups.ts";

/** The processes of a cluster. They end with the process namespace that all of them are in. */
export class Programs {
  readonly #logs: string;
  readonly #environment: NodeJS.ProcessEnv;

  constructor(logs: string, environment: NodeJS.ProcessEnv) {
    this.#logs = logs;
    this.#environment = environment;
    mkdirSync(logs, { recursive: true });
    makeControlGroup(controlPlaneGroup);
  }

  /** Starts one whose output goes to a log of that name. The cluster cannot do without any: when one ends, so does everything. */
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
