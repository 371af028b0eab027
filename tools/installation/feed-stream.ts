import { request } from "undici";
import type { Caller as Customer } from "./caller.ts";

/** Whose stream it is. */
type Caller = Pick<Customer, "url" | "headers">;

/** One event of a stream of changes; `data` is JSON text. */
interface FeedEvent {
  /** The cursor after it. */
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** A request for a stream of changes had another response. */
export class FeedRefusal extends Error {
  readonly status: number;
  readonly text: string;

  constructor(status: number, text: string) {
    super(`The stream of changes failed with status ${status}: ${text.slice(0, 200)}.`);
    this.status = status;
    this.text = text;
  }
}

// A stream sends something every 15 s.
const quietMs = 60_000;

/** The events after a cursor. Fails with `FeedRefusal` when the response is not a stream, and when its connection breaks. */
export async function* feedEvents({ url, headers }: Caller, cursor: string, signal: AbortSignal): AsyncGenerator<FeedEvent> {
  const { statusCode, body } = await request(`${url}/v2/changes/stream`, {
    method: "POST",
    headers: { ...headers, "last-event-id": cursor },
    body: '{"data":{}}',
    bodyTimeout: quietMs,
    signal,
  });
  if (statusCode !== 200) throw new FeedRefusal(statusCode, await body.text());
  yield* eventsIn(body);
}

async function* eventsIn(body: AsyncIterable<unknown>): AsyncGenerator<FeedEvent> {
  let rest = "";
  for await (const chunk of body) {
    const frames = `${rest}${chunk}`.split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const [, id, event, data] = /^(?:id: (.*)\n)?event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
      if (event !== undefined && data !== undefined) yield { id, event, data };
    }
  }
}
