// Long enough that ordinary words do not share it with a key by chance, short enough that the rest of a key is useless.
const tellingLength = 8;
const maxWords = 300;
const maxRead = 4_000;
const withheld = "The provider's own words are withheld, because they quote a key.";
// The formats of providers' keys, including those of providers other than the called one.
const keyShape = /\b(sk|rk|pk)-[\w*-]{6,}|\bAIza[\w*-]{6,}/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/**
 * A provider's message, safe to show: one line of at most 300 characters, empty when it shares eight characters with the key, in plain
 * text, as base64 or as hex. Dropping the message is safer than cutting the key out of it.
 */
export function redactKey(words: string, apiKey: string): string {
  const line = words.slice(0, maxRead).replace(unprintable, " ").trim();
  if (keyShape.test(line) || formsOf(apiKey).some((form) => shareText(line.toLowerCase(), form.toLowerCase()))) return withheld;
  return line.length > maxWords ? `${line.slice(0, maxWords).toWellFormed()}…` : line;
}

function formsOf(apiKey: string): string[] {
  const bytes = Buffer.from(apiKey);
  // Base64 of a key within a longer text: the groups of three bytes can begin in three ways.
  const encoded = [0, 1, 2].map((skipped) =>
    bytes
      .subarray(skipped)
      .toString("base64")
      .replace(/={1,2}$/, "")
      .slice(0, -1),
  );
  return [apiKey, ...encoded, bytes.toString("hex")];
}

function shareText(words: string, form: string): boolean {
  if (form.length <= tellingLength) return form !== "" && words.includes(form);
  for (let start = 0; start + tellingLength <= form.length; start++) {
    if (words.includes(form.slice(start, start + tellingLength))) return true;
  }
  return false;
}
