import { searchedCharacters } from "./words.ts";

/** The characters of HTML that are looked at: it says as much as a text in more. */
export const searchedHtmlCharacters = 5 * searchedCharacters;
// From the last `<` of several: a search from each of them to the end would take the square of their number.
const tag = /<[^<>]*>/g;
const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** What a comment says: its text, or that of its HTML where it has no other. */
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
