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
