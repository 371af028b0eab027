import { expect, test, vi } from "vitest";
import type { StreamEvent } from "../operations/stream-shape.ts";
import { EventStream } from "./event-stream.ts";

interface Told {
  readonly text: string;
}

async function* telling(...told: (string | Error)[]): AsyncGenerator<Told> {
  for (const text of told) {
    if (text instanceof Error) throw text;
    yield { text };
  }
}

async function streamOf(answers: AsyncIterator<Told>, texts: { opening?: string; closing?: StreamEvent; gone?: AbortSignal } = {}) {
  const ends = { count: 0 };
  const stream = new EventStream(await answers.next(), answers, {
    opening: texts.opening ?? "",
    events: (answer) => [{ event: "text", data: answer }],
    failed: (error) => ({ event: "error", data: String(error) }),
    closing: texts.closing,
    gone: texts.gone ?? new AbortController().signal,
  });
  stream.onEnd(() => ends.count++);
  return { stream, ends };
}

async function textOf(stream: EventStream): Promise<string> {
  let text = "";
  for await (const part of stream) text += part;
  return text;
}

test("each response is an event with JSON, whose line breaks do not end the event", async () => {
  const { stream, ends } = await streamOf(telling("a", "b\n\ndata: c\u2028"));

  expect(await textOf(stream)).toBe('event: text\ndata: {"text":"a"}\n\nevent: text\ndata: {"text":"b\\n\\ndata: c\u2028"}\n\n');
  expect(ends.count).toBe(1);
});

test("a failure is the last event", async () => {
  const { stream, ends } = await streamOf(telling("a", new Error("broken"), "b"));

  expect(await textOf(stream)).toBe('event: text\ndata: {"text":"a"}\n\nevent: error\ndata: "Error: broken"\n\n');
  expect(ends.count).toBe(1);
});

test("a stream that is never read, or not to its end, ends the RPC", async () => {
  for (const reads of [0, 1]) {
    const answers = telling("a", "b", "c");
    const { stream, ends } = await streamOf(answers);
    for (let read = 0; read < reads; read++) await stream.next();

    await stream.return();
    await stream.return();

    expect(ends.count).toBe(1);
    expect(await answers.next()).toEqual({ done: true, value: undefined });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  }
});

test("a failure because the client disconnected is neither an event nor logged as a fault", async () => {
  const { stream, ends } = await streamOf(telling("a", new Error("given up")), { gone: AbortSignal.abort() });

  expect(await textOf(stream)).toBe('event: text\ndata: {"text":"a"}\n\n');
  expect(ends.count).toBe(1);
});

test("an opening and a closing surround the events; a failure replaces the closing event", async () => {
  const texts = { opening: "retry: 2000\n\n", closing: { event: "end", data: {} } };
  const { stream } = await streamOf(telling("a"), texts);
  const { stream: failing } = await streamOf(telling("a", new Error("broken")), texts);

  expect(await textOf(stream)).toBe('retry: 2000\n\nevent: text\ndata: {"text":"a"}\n\nevent: end\ndata: {}\n\n');
  expect(await textOf(failing)).toBe('retry: 2000\n\nevent: text\ndata: {"text":"a"}\n\nevent: error\ndata: "Error: broken"\n\n');
});

test("a stream that waits for a response can be ended at once, with its closing event or as a failure", async () => {
  for (const [error, last] of [
    [undefined, "event: end\ndata: {}\n\n"],
    [new Error("revoked"), 'event: error\ndata: "Error: revoked"\n\n'],
  ] as const) {
    const silent = {
      next: vi
        .fn()
        .mockResolvedValueOnce({ value: { text: "a" } })
        .mockReturnValue(new Promise(() => undefined)),
    };
    const { stream, ends } = await streamOf(silent, { closing: { event: "end", data: {} } });
    await stream.next();
    const waiting = stream.next();

    stream.end(error);

    expect(await waiting).toEqual({ value: last });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(ends.count).toBe(1);
  }
});

test("a response with many events is written in parts, and the next response is requested only after the last part", async () => {
  const answers = { next: vi.fn(async () => ({ value: { text: "" } })) };
  const made: number[] = [];
  const stream = new EventStream(await answers.next(), answers, {
    opening: "",
    *events() {
      for (let index = 0; index < 10; index++) {
        made.push(index);
        yield { event: "text", data: "x".repeat(40_000) };
      }
    },
    failed: (error) => ({ event: "error", data: String(error) }),
    closing: undefined,
    gone: new AbortController().signal,
  });

  await stream.next();
  expect([made.length, answers.next.mock.calls.length]).toEqual([2, 1]);
  for (let part = 1; part < 5; part++) await stream.next();
  expect([made.length, answers.next.mock.calls.length]).toEqual([10, 1]);
});
