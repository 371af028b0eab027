import { commentText as textOf } from "@parley/kernel";
import { searchedCharacters } from "./words.ts";

/** Only this many characters of HTML are searched. HTML needs more characters than text for the same content. */
export const searchedHtmlCharacters = 5 * searchedCharacters;

/** The searchable text of a comment: its text, or the text content of its HTML if it has no text. */
export function searchableText({ commentText, html }: { readonly commentText: string; readonly html: string }): string {
  return textOf({ commentText, commentHtml: html.slice(0, searchedHtmlCharacters) });
}
