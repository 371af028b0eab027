import { cut, deedOf, subjectOf } from "./sentences.ts";
import type { Letter, Told } from "./told.ts";

/** Longest quote of one comment, in characters. */
const longestQuote = 2_000;

/** A mail as plain text. */
export function mailText(letter: Letter): string {
  const { told, more, link, company, unsubscribeUrl } = letter;
  const parts = [
    subjectOf(letter),
    ...told.map(paragraphOf),
    ...(more === 0 ? [] : [`There ${more === 1 ? "is 1 more" : `are ${more} more`} before these.`]),
    ...(link === "" ? [] : [`Open it: ${link}`]),
    ["-- ", reasonOf(company), ...(unsubscribeUrl === "" ? [] : [`Unsubscribe: ${unsubscribeUrl}`])].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Why the recipient gets such mails. */
export function reasonOf(company: string): string {
  return `You get this mail because you take part in a discussion${company === "" ? "" : ` at ${company}`}.`;
}

/** The text below the sentence about an item. */
export function quoteOf({ kind, text }: Told): string {
  const said = kind === "notification" ? text.split("\n").slice(1).join("\n") : text;
  return cut(said.replaceAll(/[^\P{Cc}\n\t]/gu, "").trim(), longestQuote);
}

function paragraphOf(told: Told): string {
  const quote = quoteOf(told);
  return quote === "" ? `${deedOf(told)}.` : `${deedOf(told)}:\n\n${quote.replaceAll(/^/gm, "> ")}`;
}
