import { cut, longEcho } from "../errors/cut.ts";
import type { Answer } from "./exchange.ts";

// Shorter responses cannot repeat much.
const shortBytes = 200;
const failedItem = '"success":false';
const blockLength = longEcho / 2;
/** The response without any text of the request longer than 100 characters in its messages; ids stay whole as keys. */
export function withShortEchoes(answer: Answer, request: Buffer): Answer {
  const { status, body, stream } = answer;
  // A text takes at least a byte for each of its characters: a short request, as most are, contains no long one.
  if (request.length <= longEcho) return answer;
  if (stream !== undefined || body.length <= shortBytes || (status < 400 && !body.includes(failedItem))) return answer;
  const response: unknown = JSON.parse(body);
  const sentences = [...longSentences(response)];
  // Responses are short where requests may be long: checking the one often saves parsing the other.
  if (sentences.length === 0) return answer;
  const blocks = blocksOf(readAgain(request));
  if (blocks.size === 0) return answer;
  for (const { holder, key } of sentences) holder[key] = shortened(holder[key], blocks);
  return { ...answer, body: JSON.stringify(response) };
}

type Key = "message" | "error";

interface Sentence {
  readonly holder: Record<Key, string>;
  readonly key: Key;
}

function* longSentences(value: unknown): Generator<Sentence> {
  if (typeof value !== "object" || value === null) return;
  for (const key of ["message", "error"] as const) {
    const text = (value as Partial<Record<Key, unknown>>)[key];
    if (typeof text === "string" && text.length > longEcho) yield { holder: value as Record<Key, string>, key };
  }
  for (const item of Object.values(value)) yield* longSentences(item);
}

/**
 * The long texts of a request in blocks of fifty characters, the last of which ends with its text: whatever repeats a long text consists of its
 * blocks. One look for each place of a sentence finds them, however many texts there are.
 */
function blocksOf(request: unknown): Set<string> {
  const blocks = new Set<string>();
  for (const text of longTexts(request)) {
    for (let at = 0; at + blockLength <= text.length; at += blockLength) blocks.add(text.slice(at, at + blockLength));
    blocks.add(text.slice(-blockLength));
  }
  return blocks;
}

/** The sentence with each stretch of it that consists of such blocks cut. */
function shortened(sentence: string, blocks: ReadonlySet<string>): string {
  let short = "";
  let kept = 0;
  let from = 0;
  let to = 0;
  for (let at = 0; at + blockLength <= sentence.length; at++) {
    if (!blocks.has(sentence.slice(at, at + blockLength))) continue;
    if (at > to) {
      short += sentence.slice(kept, from) + cut(sentence.slice(from, to));
      kept = to;
      from = at;
    }
    to = at + blockLength;
  }
  return short + sentence.slice(kept, from) + cut(sentence.slice(from, to)) + sentence.slice(to);
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
