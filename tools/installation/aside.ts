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
    return new Aside(child, await nextMessage(child));
  }

  /** Sends a message without an answer. */
  tell(message: object | string): void {
    this.#child.send(message);
  }

  async ask<Answer>(message: object | string): Promise<Answer> {
    if (!this.#child.connected) throw ended(this.#child);
    const answered = nextMessage<Answer>(this.#child);
    this.#child.send(message);
    return answered;
  }

  /** Ends the process, regardless of its state. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
  }
}

// The channel closes after the last message was read, whether the process ended by itself or was killed.
async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const settled = new AbortController();
  const left = once(child, "disconnect", settled).then(() => {
    throw ended(child);
  });
  try {
    const [message] = await Promise.race([once(child, "message", settled), left]);
    return message;
  } finally {
    settled.abort();
  }
}

function ended({ spawnargs, exitCode, signalCode }: ChildProcess): Error {
  return new Error(`\`${spawnargs.slice(1).join(" ").slice(0, 200)}\` ended before it answered, with ${signalCode ?? exitCode}.`);
}

function textOf(word: unknown): string {
  return typeof word === "string" ? word : JSON.stringify(word);
}
