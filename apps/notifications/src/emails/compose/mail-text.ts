import type { MailContent, MailItem } from "./mail-content.ts";
import { actionOf, cut, subjectOf } from "./sentences.ts";

/** The longest quote of a comment, in characters. */
const longestQuote = 2_000;

/** A mail as plain text. */
export function mailText(content: MailContent): string {
  const { items, more, link, company, unsubscribeUrl } = content;
  const parts = [
    subjectOf(content),
    ...items.map(paragraphOf),
    ...(more === 0 ? [] : [`There ${more === 1 ? "is 1 more" : `are ${more} more`} before these.`]),
    ...(link === "" ? [] : [`Open it: ${link}`]),
    ["-- ", reasonOf(company), ...(unsubscribeUrl === "" ? [] : [`Unsubscribe: ${unsubscribeUrl}`])].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The reason why the recipient gets such mails. */
export function reasonOf(company: string): string {
  return `You receive this e-mail because you take part in a discussion${company === "" ? "" : ` at ${company}`}.`;
}

/** The text below the sentence about an item. */
export function quoteOf({ kind, text }: MailItem): string {
  const said = kind === "notification" ? text.split("\n").slice(1).join("\n") : text;
  return cut(said.replaceAll(/[^\P{Cc}\n\t]/gu, "").trim(), longestQuote);
}

function paragraphOf(item: MailItem): string {
  const quote = quoteOf(item);
  return quote === "" ? `${actionOf(item)}.` : `${actionOf(item)}:\n\n${quote.replaceAll(/^/gm, "> ")}`;
}
