import { connectionError } from "../errors/errors.ts";
import type { FetchAnswer } from "../sending/fetch.ts";
import { eventsOf } from "./server-sent-events.ts";

/** The parts of a model's answer: pieces of text, then the tokens that the provider counted. */
export type AskAiEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "usage"; readonly inputTokens: number; readonly outputTokens: number };

/** The provider did not respond, or its response was cut off; the message gives the reason. */
export class AskAiFailure extends Error {
  /** The text that had arrived. */
  readonly textSoFar: string;

  constructor(message: string, textSoFar = "") {
    super(message);
    this.name = "AskAiFailure";
    this.textSoFar = textSoFar;
  }
}

/** The answer of a model while it is being written. It is read once, by `for await` or by `text()`; to stop early, leave the loop. */
export class AskAiStream implements AsyncIterable<AskAiEvent> {
  readonly #response: FetchAnswer;
  readonly #signal: AbortSignal | undefined;

  /** The stream of a response; fails with `AskAiFailure` when the provider returned no stream. */
  static async of(response: FetchAnswer, signal: AbortSignal | undefined): Promise<AskAiStream> {
    if (response.headers.get("content-type")?.startsWith("text/event-stream")) return new AskAiStream(response, signal);
    const { result } = JSON.parse(await response.text()) as { result?: { error?: string } };
    throw new AskAiFailure(result?.error ?? "The response is not a stream.");
  }

  private constructor(response: FetchAnswer, signal: AbortSignal | undefined) {
    this.#response = response;
    this.#signal = signal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AskAiEvent> {
    const text: string[] = [];
    for await (const { event, data } of this.#events(text)) {
      if (event === "error") throw new AskAiFailure(String(data.error), text.join(""));
      if (event === "text") {
        text.push(String(data.text));
        yield { type: "text", text: String(data.text) };
      } else if (event === "usage") {
        yield { type: "usage", inputTokens: Number(data.inputTokens), outputTokens: Number(data.outputTokens) };
        return;
      }
    }
    // The last event is always the usage or an error.
    throw new AskAiFailure("The response was cut off.", text.join(""));
  }

  /** The whole text. */
  async text(): Promise<string> {
    const pieces: string[] = [];
    for await (const event of this) if (event.type === "text") pieces.push(event.text);
    return pieces.join("");
  }

  async *#events(text: readonly string[]) {
    if (this.#response.body === null) throw connectionError("The response has no body.", undefined);
    const stop = () => void this.#response.body?.cancel().catch(() => undefined);
    this.#signal?.addEventListener("abort", stop, { once: true });
    try {
      yield* eventsOf(this.#response.body);
    } catch (error) {
      if (this.#signal?.aborted) throw this.#signal.reason;
      throw new AskAiFailure(`The response was cut off: ${error instanceof Error ? error.message : error}.`, text.join(""));
    } finally {
      this.#signal?.removeEventListener("abort", stop);
    }
  }
}
