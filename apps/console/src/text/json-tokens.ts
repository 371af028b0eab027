/** A token of JSON text and its kind; `plain` is everything between the others. */
interface JsonToken {
  readonly kind: "key" | "string" | "number" | "word" | "plain";
  readonly text: string;
}

// A string is a key if a colon follows it. Each alternative begins with another character, so that nothing is scanned twice.
const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)/g;

/** The tokens of a JSON text in their order; joined they are the text. */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  const add = (kind: JsonToken["kind"], piece: string) => {
    if (piece !== "") tokens.push({ kind, text: piece });
  };
  for (const { index, 0: all, 1: quoted, 2: colon, 3: number } of text.matchAll(pattern)) {
    add("plain", text.slice(end, index));
    if (quoted !== undefined) {
      add(colon === undefined ? "string" : "key", quoted);
      add("plain", colon ?? "");
    } else add(number === undefined ? "word" : "number", all);
    end = index + all.length;
  }
  add("plain", text.slice(end));
  return tokens;
}
