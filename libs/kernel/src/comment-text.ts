import { textOfHtml } from "./html-text.ts";

/** The content of a comment. */
interface Content {
  readonly commentText: string;
  readonly commentHtml: string;
  readonly attachments?: readonly { readonly name?: unknown }[] | undefined;
}

/** The text of a comment: its own, or the text of its HTML if it has none. */
export function commentText({ commentText: text, commentHtml: html }: Pick<Content, "commentText" | "commentHtml">): string {
  return text === "" && html !== "" ? textOfHtml(html) : text;
}

/** What is shown of a comment where only text can be: its text or, if it has none, the names of its attachments. */
export function shownText({ attachments = [], ...content }: Content): string {
  const text = commentText(content);
  if (text !== "") return text;
  return attachments.flatMap(({ name }) => (typeof name === "string" && name !== "" ? [name] : [])).join(", ");
}
