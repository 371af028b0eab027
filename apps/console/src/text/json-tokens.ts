/** A piece of JSON text, and what it is; `plain` is what stands between the others. */
interface JsonToken {
  readonly kind: "key" | "string" | "number" | "word" | "plain";
  readonly text: string;
}

// A text is a key where a colon follows it. Each alternative begins with another sign, so that nothing is read twice.
const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)/g;

/** The pieces of a JSON text in their order; joined they are the text. */
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
