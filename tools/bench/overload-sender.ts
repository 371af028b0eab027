import { setTimeout as delay } from "node:timers/promises";
import type { Headers } from "../installation/caller.ts";
import { closedLoop } from "./figures.ts";
import { Connections } from "./overload-connections.ts";

// Customers in their own process: `overload-sender.ts <what to send as JSON>`. Answers each message with the outcome.

export interface Sending {
  readonly url: string;
  readonly path: string;
  readonly organizationId: string;
  /** The headers of each customer; they take turns. */
  readonly customers: readonly Headers[];
  readonly documentsEach: number;
  /** The time after which a customer gives up. */
  readonly patienceMs: number;
}

/** Sends `perSecond` requests per second for `seconds`, regardless of their outcome. */
export interface Step {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Either `inFlight` requests at a time, each after an earlier one has ended, or steps one after the other. */
export type Task = { readonly inFlight: number; readonly seconds: number } | { readonly steps: readonly Step[] };

/** One request: when it was sent (since the task began), its duration, and its status (0 without a complete response in time). */
export type Sent = readonly [sentMs: number, tookMs: number, status: number];

/** The outcome of a task, and the number of processors that its sending used in each step. */
export interface Performed {
  readonly sent: readonly Sent[];
  readonly processors: readonly number[];
}

const tickMs = 5;
const mark = "#";

class Sender {
  readonly #sending: Sending;
  readonly #connections: Connections;
  readonly #headers: readonly string[];
  /** The body of every request, with a placeholder for the part of the documents' ids that is unique to a request. */
  readonly #body: string;
  #count = 0;

  constructor(sending: Sending) {
    this.#sending = sending;
    const { url, customers, organizationId, documentsEach } = sending;
    this.#connections = new Connections(url);
    this.#headers = customers.map((headers) => headerLines(headers));
    const documents = Array.from({ length: documentsEach }, (_, place) => ({
      documentId: `load-${process.pid}-${mark}-${place}`,
      documentName: "Load",
    }));
    this.#body = JSON.stringify({ data: { organizationId, documents } });
  }

  async perform(task: Task): Promise<Performed> {
    const beganMs = performance.now();
    return "steps" in task ? this.#open(task.steps, beganMs) : this.#closed(task.inFlight, beganMs, task.seconds * 1_000);
  }

  async #closed(inFlight: number, beganMs: number, durationMs: number): Promise<Performed> {
    const sent: Sent[] = [];
    const processorsSince = processorsFrom();
    await closedLoop(inFlight, durationMs, async () => sent.push(await this.#ask(beganMs)));
    return { sent, processors: [processorsSince()] };
  }

  async #open(steps: readonly Step[], beganMs: number): Promise<Performed> {
    const asked: Promise<Sent>[] = [];
    const processors: number[] = [];
    let stepMs = beganMs;
    for (const { perSecond, seconds } of steps) {
      const endMs = stepMs + seconds * 1_000;
      const processorsSince = processorsFrom();
      for (let ofStep = 0; performance.now() < endMs; await delay(tickMs)) {
        // Sends all requests that are due by now, overdue ones included.
        const due = Math.floor(((performance.now() - stepMs) / 1_000) * perSecond);
        for (; ofStep < due; ofStep++) asked.push(this.#ask(beganMs));
      }
      processors.push(processorsSince());
      stepMs = endMs;
    }
    return { sent: await Promise.all(asked), processors };
  }

  async #ask(beganMs: number): Promise<Sent> {
    const { path, patienceMs } = this.#sending;
    const n = this.#count++;
    const sentMs = performance.now();
    const headers = this.#headers[n % this.#headers.length] ?? "";
    const status = await this.#connections.post(path, headers, this.#body.replaceAll(mark, String(n)), patienceMs);
    return [sentMs - beganMs, performance.now() - sentMs, status];
  }
}

function headerLines(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

/** The number of processors that this process uses until the returned function is called. */
function processorsFrom(): () => number {
  const [began, beganMs] = [process.cpuUsage(), performance.now()];
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000 / (performance.now() - beganMs);
  };
}

if (process.send !== undefined) {
  const sending = JSON.parse(process.argv[2] ?? "{}") as Sending;
  const sender = new Sender(sending);
  process.on("message", async (task: Task) => process.send?.(await sender.perform(task)));
  process.send("ready");
}
