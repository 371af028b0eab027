import { cut, longEcho } from "../errors/cut.ts";
import type { Answer } from "./exchange.ts";

// Shorter responses cannot repeat much.
const shortBytes = 200;
const failedItem = '"success":false';

/** The response without any text of the request longer than 100 characters in its messages; ids stay whole as keys. */
export function withShortEchoes(answer: Answer, request: Buffer): Answer {
  const { status, body, stream } = answer;
  // A text takes at least a byte for each of its characters: a short request, as most are, contains no long one.
  if (request.length <= longEcho) return answer;
  if (stream !== undefined || body.length <= shortBytes || (status < 400 && !body.includes(failedItem))) return answer;
  if (!hasLongSentence(body)) return answer;
  const long = [...new Set(longTexts(readAgain(request)))].sort((a, b) => b.length - a.length);
  if (long.length === 0) return answer;
  const shorten = (sentence: string) =>
    sentence.length <= longEcho ? sentence : long.reduce((shorter, text) => shorter.replaceAll(text, () => cut(text)), sentence);
  return { ...answer, body: JSON.stringify(JSON.parse(body, (key, value) => (isSentence(key, value) ? shorten(value) : value))) };
}

// Responses are short where requests may be long: checking the one often saves parsing the other.
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

// A body that is not JSON is repeated nowhere.
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
