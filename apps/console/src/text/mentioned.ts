/** A part of a comment; with the id of whom it mentions. */
interface TextPart {
  readonly text: string;
  readonly userId?: string;
}

interface Mention {
  readonly userId: string;
  /** The words that mention them. */
  readonly text: string;
}

/** A text cut where it mentions somebody. Of two mentions that begin at the same place the longer one counts. */
export function mentioned(text: string, mentions: readonly Mention[]): TextPart[] {
  const users = new Map(mentions.filter((mention) => mention.text !== "").map((mention) => [mention.text, mention.userId]));
  if (users.size === 0) return [{ text }];
  const words = [...users.keys()]
    .sort((left, right) => right.length - left.length)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return text
    .split(new RegExp(`(${words.join("|")})`))
    .map((part, index) => ({ part, userId: index % 2 === 1 ? users.get(part) : undefined }))
    .filter(({ part }) => part !== "")
    .map(({ part, userId }) => ({ text: part, ...(userId === undefined ? {} : { userId }) }));
}
