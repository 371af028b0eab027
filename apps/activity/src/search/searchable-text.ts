import { searchedCharacters } from "./words.ts";

/** Only this many characters of HTML are searched. HTML needs more characters than text for the same content. */
export const searchedHtmlCharacters = 5 * searchedCharacters;
// Excludes `<` within a tag: otherwise each of many unclosed `<` would be scanned to the end of the text, in quadratic time.
const tag = /<[^<>]*>/g;
const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The searchable text of a comment: its text, or the text content of its HTML if it has no text. */
export function searchableText({ commentText, html }: { readonly commentText: string; readonly html: string }): string {
  return commentText === "" ? textOf(html.slice(0, searchedHtmlCharacters)) : commentText;
}

function textOf(html: string): string {
  return html.replace(tag, " ").replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  });
}
