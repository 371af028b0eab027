import { fold } from "./fold.ts";

// Matches an emoji, a run of characters of a script without spaces between words, or a word of any other script.
const token =
  /(\p{Regional_Indicator}{2}|\p{Extended_Pictographic})|([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)|([[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+)/gv;

const longestWord = 64;
// Prefixes of words up to this length are terms of their own.
const longestBeginning = 12;
// Only this many terms of a comment are indexed, from its beginning.
const mostTerms = 5_000;

/** Only this many characters of a comment are searched, from its beginning. */
export const searchedCharacters = 20_000;

/** A piece of a text, folded: a word, an emoji, or a run of characters of a script without spaces. */
interface Token {
  readonly kind: "word" | "emoji" | "run";
  readonly text: string;
}

/** The terms of a query: every word whole, except the last, for which a prefix is enough. */
export interface Wanted {
  readonly terms: readonly string[];
  /** The last word, if it is longer than the longest prefix that is a term. */
  readonly longBeginning?: string;
}

/**
 * The terms of a comment: `=word` and `^prefix`. In scripts without spaces, pairs of characters count as words and single characters as
 * prefixes.
 */
export function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  for (const piece of tokensOf(text)) {
    for (const term of termsOfToken(piece)) {
      if (terms.size >= mostTerms) return terms;
      terms.add(term);
    }
  }
  return terms;
}

/** What a query searches for, in the order of its words. */
export function wantedOf(query: string): Wanted {
  const tokens = [...tokensOf(query)];
  const last = tokens.at(-1);
  const before = tokens.slice(0, -1).flatMap(wholly);
  if (last === undefined || last.kind !== "word") return { terms: unique([...before, ...(last === undefined ? [] : wholly(last))]) };
  const terms = unique([...before, `^${last.text.slice(0, longestBeginning)}`]);
  return last.text.length > longestBeginning ? { terms, longBeginning: last.text } : { terms };
}

/** Whether a text contains everything that a query searches for. */
export function hasWanted(text: string, { terms, longBeginning }: Wanted): boolean {
  // Most texts that lack a word also lack its characters, which is cheaper to test.
  const folded = fold(text.slice(0, searchedCharacters));
  if (!terms.every((term) => folded.includes(term.slice(1)))) return false;
  const has = termsOf(text);
  if (!terms.every((term) => has.has(term))) return false;
  return longBeginning === undefined || [...has].some((term) => term.startsWith(`=${longBeginning}`));
}

function* tokensOf(text: string): Generator<Token> {
  for (const [, emoji, run, word] of fold(text.slice(0, searchedCharacters)).matchAll(token)) {
    if (word !== undefined) yield { kind: "word", text: word.slice(0, longestWord) };
    else if (run !== undefined) yield { kind: "run", text: run };
    else if (emoji !== undefined) yield { kind: "emoji", text: emoji };
  }
}

function wholly({ kind, text }: Token): string[] {
  if (kind === "word" || kind === "emoji") return [`=${text}`];
  const characters = [...text];
  return characters.length === 1 ? [`^${text}`] : pairsOf(characters).map((pair) => `=${pair}`);
}

function* termsOfToken({ kind, text }: Token): Generator<string> {
  if (kind === "run") return yield* termsOfRun(text);
  yield `=${text}`;
  if (kind === "emoji") return;
  for (let length = 1; length <= Math.min(text.length, longestBeginning); length++) yield `^${text.slice(0, length)}`;
}

// Yields single characters and pairs in turn, so that the start of a run with too many terms is found by both.
function* termsOfRun(run: string): Generator<string> {
  let before = "";
  for (const character of run) {
    yield `^${character}`;
    if (before !== "") yield `=${before}${character}`;
    before = character;
  }
}

function pairsOf(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function unique(terms: readonly string[]): string[] {
  return [...new Set(terms)];
}
