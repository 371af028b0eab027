import { cut, longEcho } from "../errors/cut.ts";
import type { Answer } from "./exchange.ts";

// Shorter answers cannot repeat much.
const shortBytes = 200;
const failedItem = '"success":false';

/** The answer with no text of the request in its messages that is longer than 100 characters; ids stay whole as keys. */
export function withShortEchoes(answer: Answer, request: Buffer): Answer {
  const { status, body, stream } = answer;
  // A text takes at least a byte for each of its characters: a short request, as most are, holds none that is long.
  if (request.length <= longEcho) return answer;
  if (stream !== undefined || body.length <= shortBytes || (status < 400 && !body.includes(failedItem))) return answer;
  if (!hasLongSentence(body)) return answer;
  const long = [...new Set(longTexts(readAgain(request)))].sort((a, b) => b.length - a.length);
  if (long.length === 0) return answer;
  const shorten = (sentence: string) =>
    sentence.length <= longEcho ? sentence : long.reduce((shorter, text) => shorter.replaceAll(text, () => cut(text)), sentence);
  return { ...answer, body: JSON.stringify(JSON.parse(body, (key, value) => (isSentence(key, value) ? shorten(value) : value))) };
}

// Answers are short where requests may be long: a look at the one often saves reading the other.
function hasLongSentence(body: string): boolean {
  let found = false;
  JSON.parse(body, (key, value) => {
    found ||= isSentence(key, value) && value.length > longEcho;
    return value;
  });
  return found;
}

function isSentence(key: string, value: unknown): value is string {
  return (key === "message" || key === "error") && typeof value === "string";
}

// What is no JSON is repeated nowhere.
function readAgain(request: Buffer): unknown {
  try {
    return JSON.parse(request.toString("utf8"));
  } catch {
    return undefined;
  }
}

function* longTexts(value: unknown): Generator<string> {
  if (typeof value === "string" && value.length > longEcho) yield value;
  if (typeof value !== "object" || value === null) return;
  for (const item of Object.values(value)) yield* longTexts(item);
}
