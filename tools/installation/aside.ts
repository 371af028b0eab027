import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";

/** A script of ours in its own process. It sends one message when it has started, and answers each message with one. */
export class Aside implements AsyncDisposable {
  /** Its first message. */
  // biome-ignore lint/suspicious/noExplicitAny: each script sends what its caller needs
  readonly said: any;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, said: unknown) {
    this.#child = child;
    this.said = said;
  }

  static start(file: string, ...words: readonly unknown[]): Promise<Aside> {
    return Aside.#said(fork(file, words.map(textOf)));
  }

  /** Starts a script that stands for other machines: its load must not affect what is measured. */
  static startElsewhere(file: string, ...words: readonly unknown[]): Promise<Aside> {
    const child = fork(file, words.map(textOf));
    setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW);
    return Aside.#said(child);
  }

  static async #said(child: ChildProcess): Promise<Aside> {
    const [said] = await once(child, "message");
    return new Aside(child, said);
  }

  /** Sends a message without an answer. */
  tell(message: object | string): void {
    this.#child.send(message);
  }

  async ask<Answer>(message: object | string): Promise<Answer> {
    const answered = once(this.#child, "message");
    this.#child.send(message);
    const [answer] = await answered;
    return answer;
  }

  /** Ends the process, regardless of its state. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
  }
}

function textOf(word: unknown): string {
  return typeof word === "string" ? word : JSON.stringify(word);
}
