import type { Random } from "../storm/random.ts";

const chosenAtRandom = 30;

/**
 * Users with ids that are nearly this one: ids that a careless comparison takes for it (a part of it, one letter more, another case,
 * another normal form), and random variations. None of their data may change.
 */
export function neighboursOf(id: string, random: Random): readonly string[] {
  const found = new Set([id.slice(0, -1), `${id}2`, id.toUpperCase(), id.normalize("NFD"), `user:${id}`]);
  while (found.size < 5 + chosenAtRandom) {
    let other = id;
    for (let step = random.between(1, 2); step > 0; step--) other = random.pick(changes)(other, random);
    if (other !== id && isAllowed(other)) found.add(other);
  }
  return [...found];
}

type Change = (id: string, random: Random) => string;

const added = ["0", "x", " ", "%", "_", ",", ":", ".", "/", "*", "é", "😀", "user:"];
const invisible = ["\u200b", "\u200d", "\u00ad", "\ufeff", "\u0301"];
const alike: Readonly<Record<string, string>> = {
  a: "а",
  e: "е",
  o: "о",
  s: "ѕ",
  r: "ᴦ",
  u: "υ",
  t: "т",
  k: "к",
  é: "ё",
  "7": "７",
  "2": "２",
};

const changes: readonly Change[] = [
  (id, random) => id + random.pick(added),
  (id, random) => random.pick(added) + id,
  (id, random) => id.slice(0, -random.between(1, 3)),
  (id, random) => id.slice(random.between(1, 3)),
  (id, random) => id.normalize(random.pick(["NFD", "NFKD", "NFKC"])),
  (id, random) => replaced(id, random, (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())),
  (id, random) => replaced(id, random, (letter) => alike[letter] ?? letter),
  (id, random) => replaced(id, random, (letter) => letter + random.pick(invisible)),
  // These letters are wildcards of LIKE.
  (id, random) => replaced(id, random, () => random.pick(["_", "%"])),
  (id, random) => replaced(id, random, (letter) => letter + letter),
];

function replaced(id: string, random: Random, by: (letter: string) => string): string {
  const letters = [...id];
  const index = random.between(0, letters.length - 1);
  return letters.map((letter, place) => (place === index ? by(letter) : letter)).join("");
}

// Concurrent writers' data has the prefix `w-`.
function isAllowed(id: string): boolean {
  return id !== "" && !id.includes("w-");
}
