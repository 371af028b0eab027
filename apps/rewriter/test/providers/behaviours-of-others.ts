import type { Behaviour } from "./behaviours.ts";
import type { Dialect } from "./dialect.ts";

// What servers that take a provider's place do, and the provider itself may do.

/** A response with exactly this status, these headers and this body. */
export function respond(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Behaviour {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return ({ response }) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
  };
}

/** A stream of these events, or the whole answer if none was asked for. */
export function sayEvents(events: readonly object[], whole: object, last = ""): Behaviour {
  return ({ dialect, received, response }) => {
    if (!dialect.asksForStream(received))
      return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(whole));
    const frames = events.map((event) => `${"type" in event ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
    response.writeHead(200, { "content-type": "text/event-stream" }).end(frames.join("") + last);
  };
}

/** The first and only event of a stream is an error; a whole answer has it as its body. */
export function sayError(error: object): Behaviour {
  return ({ dialect, received, response }) => {
    const body = dialect.provider === "anthropic" ? { type: "error", error } : { error };
    const events = dialect.asksForStream(received);
    const text = dialect.provider === "anthropic" ? `event: error\ndata: ${JSON.stringify(body)}\n\n` : `data: ${JSON.stringify(body)}\n\n`;
    response
      .writeHead(200, { "content-type": events ? "text/event-stream" : "application/json" })
      .end(events ? text : JSON.stringify(body));
  };
}

/** A usual answer, changed as text and with other headers. */
export function sayChanged(change: (text: string) => string, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return ({ dialect, received, response }) => {
    const events = dialect.asksForStream(received);
    const text = events ? dialect.frames(["Hel", "lo"], "complete").join("") : JSON.stringify(dialect.answer("Hello", "complete"));
    const type = { "content-type": events ? "text/event-stream" : "application/json" };
    response.writeHead(200, { ...type, ...headers }).end(change(text));
  };
}

/** The word for an answer's end, replaced in the usual answer. */
export function endWith(dialect: Dialect, word: string): Behaviour {
  const usual = { openai: "stop", anthropic: "end_turn", gemini: "STOP" }[dialect.provider];
  return sayChanged((text) => text.replaceAll(`"${usual}"`, `"${word}"`));
}

/** The whole answer as JSON, although a stream was asked for. */
export const answerWhole: Behaviour = ({ dialect, response }) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(dialect.answer("Hello", "complete")));
};
