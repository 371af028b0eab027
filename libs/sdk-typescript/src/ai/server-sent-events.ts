/** One server-sent event with JSON as its data. */
export interface ServerSentEvent {
  readonly event: string;
  /** Empty when the event has no id. */
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events of a body, as they arrive, until the body ends or the signal is aborted. The body is cancelled when the reader stops. */
export async function* eventsOf(body: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const frames = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const event = eventOf(frame);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    await reader.cancel();
  }
}

/** Undefined for a comment, which keeps a connection open. */
function eventOf(frame: string): ServerSentEvent | undefined {
  const lines = frame.split(/\r?\n/);
  const of = (field: string) =>
    lines.flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1).replace(/^ /, "")] : []));
  const data = of("data").join("\n");
  return data === ""
    ? undefined
    : { event: of("event")[0] ?? "message", id: of("id")[0] ?? "", data: JSON.parse(data) as Record<string, unknown> };
}
