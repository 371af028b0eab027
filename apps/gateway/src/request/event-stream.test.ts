import { expect, test } from "vitest";
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

async function streamOf(answers: AsyncGenerator<Told>) {
  const ends = { count: 0 };
  const stream = new EventStream(
    await answers.next(),
    answers,
    (answer) => ({ event: "text", data: answer }),
    (error) => ({ event: "error", data: String(error) }),
  );
  stream.onEnd(() => ends.count++);
  return { stream, ends };
}

async function textOf(stream: EventStream): Promise<string> {
  let text = "";
  for await (const part of stream) text += part;
  return text;
}

test("each answer is an event with JSON, whose line breaks do not break it", async () => {
  const { stream, ends } = await streamOf(telling("a", "b\n\ndata: c\u2028"));

  expect(await textOf(stream)).toBe('event: text\ndata: {"text":"a"}\n\nevent: text\ndata: {"text":"b\\n\\ndata: c\u2028"}\n\n');
  expect(ends.count).toBe(1);
});

test("a failure is the last event", async () => {
  const { stream, ends } = await streamOf(telling("a", new Error("broken"), "b"));

  expect(await textOf(stream)).toBe('event: text\ndata: {"text":"a"}\n\nevent: error\ndata: "Error: broken"\n\n');
  expect(ends.count).toBe(1);
});

test("a stream that is never read, or not to its end, ends the answers", async () => {
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
