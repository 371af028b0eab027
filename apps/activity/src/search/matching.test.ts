import { expect, test } from "vitest";
import { hasSomeWanted, hasWanted, termsOf, type Wanted, wantedOf } from "./words.ts";

/** Whether the terms of a text, as they are indexed, contain those of a query. */
function isAmongTerms(text: string, { terms, longBeginning }: Wanted): boolean {
  const has = termsOf(text);
  return (
    terms.every((term) => has.has(term)) && (longBeginning === undefined || [...has].some((term) => term.startsWith(`=${longBeginning}`)))
  );
}

// biome-ignore format: a list of words
const words = [
  "typo", "Typographie", "page", "Crème", "brûlée", "internationalization", "internationalist", "internationale", "ﬁn", "ß", "ẞtraße", "Ёлка", "чай", "δρόμος",
  "السَّلامُ", "שָׁלוֹם", "สวัสดีครับ", "东京", "东京都开会", "タワー", "ﾀﾜｰ", "한국어", "👍🏽", "👩‍💻", "🇫🇷", "4711", "v2.10", "a", "𐌰𐌱𐌲", "e\u0301", "x".repeat(70), "o'neill", "",
];
const gaps = [" ", "\n", "-", ", ", "", " … ", "\u00a0", "\ud800"];

/** Numbers from 0 to `below`, the same in every run. */
function randomNumbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("a text matches by comparison exactly when its terms match", () => {
  const random = randomNumbers(7);
  const some = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
  const textOf = (count: number) =>
    Array.from({ length: count }, () => some(words).slice(0, random(4) === 0 ? 1 + random(8) : undefined) + some(gaps)).join("");
  let found = 0;
  for (let run = 0; run < 20_000; run++) {
    const text = textOf(random(12));
    const wanted = wantedOf(textOf(1 + random(3)));
    if (wanted.terms.length === 0) continue;
    const isFound = isAmongTerms(text, wanted);
    found += isFound ? 1 : 0;

    expect([hasWanted(text, wanted), text, wanted]).toEqual([isFound, text, wanted]);
    expect([hasSomeWanted(text, wanted), text, wanted]).toEqual([wanted.terms.some((term) => termsOf(text).has(term)), text, wanted]);
  }
  expect(found).toBeGreaterThan(1_000);
});

test.each([
  ["words", (index: number) => `w${index}x `],
  ["characters without spaces", (index: number) => String.fromCodePoint(0x4e00 + index)],
  ["words that repeat", (index: number) => `w${index % 600}x `],
])("in a long text of %s, what is beyond the indexed terms is not found, and what is within them is", (_, piece) => {
  const text = Array.from({ length: 3_000 }, (_each, index) => piece(index)).join("");

  for (let index = 0; index < 2_990; index += 23) {
    const wanted = wantedOf(piece(index) + piece(index + 1));
    expect(hasWanted(text, wanted)).toBe(isAmongTerms(text, wanted));
  }
});
