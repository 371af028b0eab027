// Letters that no mark makes of another, but that many keyboards lack.
const letters = Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ħ: "h", ı: "i", ς: "σ" });

// Accents, points and harakat, but not the vowels of Indic scripts or the voicing marks of kana, which are letters in their own right. Also
// characters that join or direct others, the tatweel of Arabic and the skin tones of emoji.
const marks =
  /[[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]]--[\u3099\u309a]]\p{Cf}\u0640\u{1f3fb}-\u{1f3ff}]/gv;

const ascii = /^[\0-\x7f]*$/;

/** A text in the form that search compares: without case and marks, each character in one form. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const bare = text.normalize("NFKD").replace(marks, "").toLowerCase().normalize("NFC");
  return letters.reduce((folded, [letter, plain]) => folded.replaceAll(letter, plain), bare);
}
