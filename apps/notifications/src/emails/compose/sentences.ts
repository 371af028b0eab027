import type { MailContent, MailItem } from "./mail-content.ts";

const longestSubject = 150;

/** The subject of a mail. */
export function subjectOf({ items, more, documentName }: MailContent): string {
  const [first] = items;
  const count = items.length + more;
  const where = documentName === "" ? "" : ` in ${quoted(documentName)}`;
  const subject =
    count === 1 && first !== undefined
      ? `${actionOf(first)}${first.kind === "notification" ? "" : where}`
      : `${manyOf(items, count)}${where}`;
  return cut(subject, longestSubject);
}

/** The action as a sentence without its full stop. */
export function actionOf({ kind, from, text }: MailItem): string {
  const who = from === "" ? "Somebody" : oneLine(from);
  switch (kind) {
    case "tag":
      return `${who} mentioned you`;
    case "assign":
      return `${who} assigned a thread to you`;
    case "comment":
      return `${who} commented`;
    case "notification":
      // A notification's headline is the sentence already.
      return oneLine(text.split("\n", 1)[0] ?? "");
  }
}

function manyOf(items: readonly MailItem[], count: number): string {
  if (items.some(({ kind }) => kind === "tag")) return `You were mentioned, and ${count - 1} more`;
  if (items.every(({ kind }) => kind === "comment")) return `${count} new comments`;
  return `${count} updates`;
}

function quoted(name: string): string {
  return `“${oneLine(name)}”`;
}

/** Replaces white space and control characters by single spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** At most `longest` characters, with an ellipsis if there were more. */
export function cut(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join("")}…`;
}
