import { commentText as textOf } from "@parley/kernel";
import { hasSomeWanted, searchedCharacters, type Wanted } from "./words.ts";

const before = 60;
const after = 140;
// A text without spaces is examined in pieces.
const piece = /\S{1,40}/gu;

/** An excerpt of a text around the first search term, on one line. */
export function excerptOf(text: string, wanted: Wanted): string {
  const at = placeOf(text, wanted);
  const start = at <= before ? 0 : startOfWord(text, at - before, at);
  const end = Math.min(text.length, at + after);
  const shown = text.slice(start, end).toWellFormed().replaceAll("\ufffd", "").replace(/\s+/g, " ").trim();
  return `${start > 0 ? "…" : ""}${shown}${end < text.length ? "…" : ""}`;
}

function placeOf(text: string, wanted: Wanted): number {
  const { longBeginning } = wanted;
  for (const { 0: found, index } of text.slice(0, searchedCharacters).matchAll(piece)) if (hasSomeWanted(found, wanted)) return index;
  return longBeginning === undefined ? 0 : Math.max(0, text.indexOf(longBeginning));
}

function startOfWord(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/);
  return space < 0 ? from : from + space + 1;
}

/** Only this many characters of HTML are searched. HTML needs more characters than text for the same content. */
export const searchedHtmlCharacters = 5 * searchedCharacters;

/** The searchable text of a comment: its text, or the text content of its HTML if it has no text. */
export function searchableText({ commentText, html }: { readonly commentText: string; readonly html: string }): string {
  return textOf({ commentText, commentHtml: html.slice(0, searchedHtmlCharacters) });
}
