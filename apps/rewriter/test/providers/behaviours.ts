import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Dialect, End, Received } from "./dialect.ts";

interface Situation {
  readonly dialect: Dialect;
  readonly received: Received;
  readonly response: ServerResponse;
}

/** How the server treats a request. */
export type Behaviour = (situation: Situation) => Promise<void> | void;

const json = { "content-type": "application/json; charset=utf-8" };
const events = { "content-type": "text/event-stream; charset=utf-8" };

/** Responds with these pieces of text, as a whole or as a stream, whatever was asked. */
export function succeed(pieces: readonly string[] = ["Hello", ", ", "world"], end: End = "complete"): Behaviour {
  return ({ dialect, received, response }) => {
    if (dialect.asksForStream(received)) response.writeHead(200, events).end(dialect.frames(pieces, end).join(""));
    else response.writeHead(200, json).end(JSON.stringify(dialect.answer(pieces.join(""), end)));
  };
}

/** Like `succeed`, but late and a few bytes at a time, cut anywhere. */
export function trickle(pieces: readonly string[]): Behaviour {
  return async ({ dialect, received, response }) => {
    const asksForStream = dialect.asksForStream(received);
    const whole = asksForStream ? dialect.frames(pieces, "complete").join("") : JSON.stringify(dialect.answer(pieces.join(""), "complete"));
    const bytes = Buffer.from(whole);
    await delay(50);
    response.writeHead(200, asksForStream ? events : json).flushHeaders();
    for (let start = 0; start < bytes.length; start += 7) {
      response.write(bytes.subarray(start, start + 7));
      await new Promise((sent) => setImmediate(sent));
    }
    response.end();
  };
}

export function refuse(status: number, message = "No.", headers: Readonly<Record<string, string>> = {}): Behaviour {
  return ({ dialect, response }) => {
    response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(dialect.refusal(status, message)));
  };
}

/** Responds with exactly this body and success. */
export function say(body: string, type: "json" | "events" = "json"): Behaviour {
  return ({ response }) => {
    response.writeHead(200, type === "json" ? json : events).end(body);
  };
}

/** Repeats the request's key in every way in which a server could. */
export function echoKey(status: number): Behaviour {
  return (situation) => {
    const key = String(situation.dialect.keyOf(situation.received));
    const forms = [key, key.slice(4), key.slice(0, -4), Buffer.from(key).toString("base64"), Buffer.from(key).toString("hex")];
    return refuse(status, `Your key ${forms.join(" or ")} is not welcome.`, { "x-request-id": key })(situation);
  };
}

/** Never responds. */
export const keepSilent: Behaviour = () => undefined;

/** Begins to respond and then stalls, in a stream after these pieces of text. */
export function stall(...pieces: string[]): Behaviour {
  return ({ dialect, received, response }) => begin(dialect, received, response, pieces);
}

/** Like `succeed`, with invalid token counts. */
export const miscount: Behaviour = ({ dialect, received, response }) => {
  const miscounted = (text: string) =>
    text
      .replace(/("(?:prompt_tokens|input_tokens|promptTokenCount)":)9/g, '$1"many"')
      .replace(/("(?:completion_tokens|output_tokens|candidatesTokenCount)":)7/g, "$1-0.5");
  if (dialect.asksForStream(received)) response.writeHead(200, events).end(miscounted(dialect.frames(["Hello"], "complete").join("")));
  else response.writeHead(200, json).end(miscounted(JSON.stringify(dialect.answer("Hello", "complete"))));
};

/** Closes the connection, before the response or in the middle of it. */
export function hangUp(when: "before" | "within", ...pieces: string[]): Behaviour {
  return async ({ dialect, received, response }) => {
    if (when === "within") await begin(dialect, received, response, pieces);
    response.destroy();
  };
}

/** Ends a stream in order, without the provider's own end event. */
export function endEarly(...pieces: string[]): Behaviour {
  return async ({ dialect, received, response }) => {
    await begin(dialect, received, response, pieces);
    response.end();
  };
}

/** Reports a failure in the stream. */
export function failWithin(message: string, ...pieces: string[]): Behaviour {
  return async ({ dialect, received, response }) => {
    await begin(dialect, received, response, pieces);
    response.end(dialect.failureFrame(message));
  };
}

/** Writes without end. */
export const flood: Behaviour = ({ dialect, received, response }) => {
  const asksForStream = dialect.asksForStream(received);
  const more = "x".repeat(64 * 1024);
  const chunk = asksForStream ? (dialect.frames([more]).at(-1) ?? "") : more;
  const fill = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", fill).writeHead(200, asksForStream ? events : json);
  if (!asksForStream) response.write('{"a":"');
  fill();
};

// Settles when the written bytes have been sent to the other side.
async function begin(dialect: Dialect, received: Received, response: ServerResponse, pieces: readonly string[]): Promise<void> {
  const asksForStream = dialect.asksForStream(received);
  const beginning = asksForStream ? dialect.frames(pieces).join("") : JSON.stringify(dialect.answer("Hello", "complete")).slice(0, -20);
  response.writeHead(200, asksForStream ? events : json).flushHeaders();
  if (beginning !== "") await new Promise((sent) => response.write(beginning, sent));
  await new Promise((sent) => setImmediate(sent));
}
