import { MalformedResponse } from "./error-answer.ts";

/**
 * The text of a message's content, which is text or an array of parts: other parts than text, such as thoughts, are no part of the answer.
 * Nothing is an empty text. Throws for any other value, because whatever the types say, another server can be configured.
 */
export function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  if (content === undefined || content === null) return "";
  if (Array.isArray(content)) return content.map((part: unknown) => (isTextPart(part) ? textIn(part.text) : "")).join("");
  throw new MalformedResponse();
}

function isTextPart(part: unknown): part is { readonly text: unknown } {
  return (
    typeof part === "object" &&
    part !== null &&
    "text" in part &&
    (!("type" in part) || part.type === "text" || part.type === "output_text")
  );
}
