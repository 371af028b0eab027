import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished } from "vitest";

/** A program of a guide that runs until its test ends. */
export class Program {
  readonly #child: ChildProcess;
  #printed = "";
  #failed = "";

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.on("data", (chunk: Buffer) => (this.#printed += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (this.#failed += chunk.toString()));
    onTestFinished(async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
    });
  }

  printed(): string {
    return this.#printed;
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await once(this.#child, "exit");
  }

  /** Waits until the program has ended successfully; returns its output. */
  async end(): Promise<string> {
    const [code] = this.#child.exitCode === null ? await once(this.#child, "close") : [this.#child.exitCode];
    expect(code, this.#failed).toBe(0);
    return this.#printed;
  }
}
