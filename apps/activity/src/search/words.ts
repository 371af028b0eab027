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
  for (const piece of tokensOf(searched(text))) {
    // A word that came before has all its terms already.
    if (piece.kind === "word" && terms.has(`=${piece.text}`)) continue;
    for (const term of termsOfToken(piece)) {
      if (terms.size >= mostTerms) return terms;
      terms.add(term);
    }
  }
  return terms;
}

/** What a query searches for, in the order of its words. */
export function wantedOf(query: string): Wanted {
  const tokens = [...tokensOf(searched(query))];
  const last = tokens.at(-1);
  const before = tokens.slice(0, -1).flatMap(wholly);
  if (last === undefined || last.kind !== "word") return { terms: unique([...before, ...(last === undefined ? [] : wholly(last))]) };
  const terms = unique([...before, `^${last.text.slice(0, longestBeginning)}`]);
  return last.text.length > longestBeginning ? { terms, longBeginning: last.text } : { terms };
}

/**
 * Whether a text contains everything that a query searches for, as its terms would say. Its words are compared one by one, up to the last
 * one wanted. The terms are built only where that word may come after the last of them.
 */
export function hasWanted(text: string, { terms, longBeginning }: Wanted): boolean {
  // Most texts that lack a word also lack its characters, which is cheaper to test.
  const folded = searched(text);
  if (!terms.every((term) => folded.includes(term.slice(1)))) return false;
  const sought = new Sought(terms);
  const missing = new Set(terms);
  let isLongMissing = longBeginning !== undefined;
  let possibleTerms = 0;
  for (const piece of tokensOf(folded)) {
    possibleTerms += mostTermsOf(piece);
    for (const term of sought.in(piece)) missing.delete(term);
    if (isLongMissing && piece.kind === "word") isLongMissing = !piece.text.startsWith(longBeginning ?? "");
    if (missing.size === 0 && !isLongMissing) return possibleTerms <= mostTerms || isAmongTerms(text, { terms, longBeginning });
  }
  return false;
}

/** Whether a short text contains any of the terms of a query. */
export function hasSomeWanted(text: string, { terms }: Wanted): boolean {
  const folded = searched(text);
  if (!terms.some((term) => folded.includes(term.slice(1)))) return false;
  const sought = new Sought(terms);
  for (const piece of tokensOf(folded)) if (sought.in(piece).length > 0) return true;
  return false;
}

function isAmongTerms(text: string, { terms, longBeginning }: Pick<Wanted, "terms"> & { longBeginning: string | undefined }): boolean {
  const has = termsOf(text);
  if (!terms.every((term) => has.has(term))) return false;
  return longBeginning === undefined || [...has].some((term) => term.startsWith(`=${longBeginning}`));
}

/** The terms of a query in a form in which a token is compared with all of them at once. */
class Sought {
  readonly #terms: ReadonlySet<string>;
  readonly #wholes: ReadonlySet<string>;
  readonly #beginnings: readonly string[];

  constructor(terms: readonly string[]) {
    const textsOf = (sign: "=" | "^") => terms.filter((term) => term.startsWith(sign)).map((term) => term.slice(1));
    this.#terms = new Set(terms);
    this.#wholes = new Set(textsOf("="));
    this.#beginnings = textsOf("^");
  }

  /** Those of the terms that a token has. */
  in({ kind, text }: Token): readonly string[] {
    if (kind === "run") return [...termsOfRun(text)].filter((term) => this.#terms.has(term));
    // A query has at most one beginning of a word.
    const begun = kind === "word" ? this.#beginnings.find((beginning) => text.startsWith(beginning)) : undefined;
    if (begun === undefined) return this.#wholes.has(text) ? [`=${text}`] : none;
    return this.#wholes.has(text) ? [`=${text}`, `^${begun}`] : [`^${begun}`];
  }
}

const none: readonly string[] = [];

function mostTermsOf({ kind, text }: Token): number {
  if (kind === "run") return 2 * text.length;
  return kind === "emoji" ? 1 : 1 + Math.min(text.length, longestBeginning);
}

/** The part of a text that is searched, folded. */
function searched(text: string): string {
  return fold(text.slice(0, searchedCharacters));
}

function* tokensOf(folded: string): Generator<Token> {
  for (const [, emoji, run, word] of folded.matchAll(token)) {
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

// Letters that Unicode does not decompose, with the letters that people type instead.
const letters = Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ħ: "h", ı: "i", ς: "σ" });

// Accents, Hebrew points and Arabic harakat, joiners and direction marks, the Arabic tatweel, and the skin tones of emoji. The vowel signs
// of Indic scripts and the voicing marks of kana are kept, because they make different letters.
const marks =
  /[[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]]--[\u3099\u309a]]\p{Cf}\u0640\u{1f3fb}-\u{1f3ff}]/gv;

const ascii = /^[\0-\x7f]*$/;

/** Normalizes a text for comparison: without case and marks, and with one form for each character. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const bare = text.normalize("NFKD").replace(marks, "").toLowerCase().normalize("NFC");
  return letters.reduce((folded, [letter, plain]) => folded.replaceAll(letter, plain), bare);
}
