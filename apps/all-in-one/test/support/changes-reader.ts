import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { until } from "@parley/testing";
import type { Customer } from "./customer.ts";

/** One server-sent event; `data` is its parsed object. */
interface ChangesEvent {
  readonly id: string | undefined;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every form
  readonly data: any;
}

const patienceMs = 30_000;

/** A customer's program that reads a stream of changes. */
export class ChangesReader implements Disposable {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly events: ChangesEvent[] = [];
  /** Set when the response has ended: whether it was complete. */
  ended: "whole" | "cut off" | undefined;
  readonly #response: IncomingMessage;
  #text = "";

  private constructor(response: IncomingMessage) {
    this.#response = response;
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    response.setEncoding("utf8");
    response.on("error", () => undefined);
    response.on("close", () => {
      this.ended = response.complete ? "whole" : "cut off";
    });
  }

  /** Opens a stream. With `stands`, nothing of the response is read until `read` is called. */
  static async open(
    { url, credentials }: Customer,
    data: object,
    headers = {},
    { stands = false, path = "/v2/changes/stream" } = {},
  ): Promise<ChangesReader> {
    const sent = request(`${url}${path}`, {
      method: "POST",
      agent: false,
      headers: { "content-type": "application/json", ...credentials, ...headers },
    });
    sent.on("error", () => undefined);
    sent.end(JSON.stringify({ data }));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const reader = new ChangesReader(response);
    if (!stands) reader.read();
    return reader;
  }

  read(): void {
    this.#response.on("data", (text: string) => {
      const frames = `${this.#text}${text}`.split("\n\n");
      this.#text = frames.pop() ?? "";
      this.events.push(...frames.flatMap(eventOf));
    });
  }

  /** The events of a name, as soon as there are a number of them. */
  named(event: string, count = 1, withinMs = patienceMs): Promise<ChangesEvent[]> {
    return until(() => {
      const found = this.events.filter((each) => each.event === event);
      return found.length >= count && found;
    }, withinMs);
  }

  /** The annotations of a number of changes. */
  async annotations(count: number): Promise<string[]> {
    return (await this.named("change", count)).map(({ data }) => data.annotationId);
  }

  /** The contents of a response that is not a stream. */
  async refusal(): Promise<{ status: number; error: { status: string; details: { field: string }[] } }> {
    await until(() => this.ended !== undefined);
    return { status: this.status, ...JSON.parse(this.#text) };
  }

  [Symbol.dispose](): void {
    this.#response.destroy();
  }
}

function eventOf(frame: string): ChangesEvent[] {
  const [, id, event, data] = /^(?:id: (.*)\n)?event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
  return event === undefined || data === undefined ? [] : [{ id, event, data: JSON.parse(data) }];
}
