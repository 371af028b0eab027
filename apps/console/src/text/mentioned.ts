/** A part of a comment; `userId` is set for a mention. */
interface TextPart {
  readonly text: string;
  readonly userId?: string;
}

interface Mention {
  readonly userId: string;
  /** The text of the mention. */
  readonly text: string;
}

/** Splits a text at its mentions. Of two mentions that begin at the same place the longer one counts. */
export function mentioned(text: string, mentions: readonly Mention[]): TextPart[] {
  const words = mentions.filter((mention) => mention.text !== "").sort((left, right) => right.text.length - left.text.length);
  const parts: TextPart[] = [];
  let plainFrom = 0;
  const endPlain = (at: number) => {
    if (at > plainFrom) parts.push({ text: text.slice(plainFrom, at) });
  };
  for (let at = 0; at < text.length; ) {
    const mention = words.find((word) => text.startsWith(word.text, at));
    if (mention === undefined) {
      at++;
      continue;
    }
    endPlain(at);
    parts.push({ text: mention.text, userId: mention.userId });
    at += mention.text.length;
    plainFrom = at;
  }
  endPlain(text.length);
  return parts;
}

// These reverse the order of the characters behind them, so that `gnp.exe` reads as `exe.png`.
const overrides = /[\u202D\u202E]/g;

/** A text for display: direction overrides are shown as their code points. */
export function shownText(text: string): string {
  return text.replace(overrides, (sign) => `‹U+${sign.codePointAt(0)?.toString(16).toUpperCase()}›`);
}
