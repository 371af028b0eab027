import { addressOf, escaped, link, marked } from "../model/html.ts";
import { type Json, object, objects, text } from "../model/json.ts";

/** The content of a comment's body, whose paragraphs have texts with marks, mentions and links. */
interface Said {
  readonly text: string;
  readonly html: string;
  /** The ids of the mentioned users. */
  readonly mentioned: readonly string[];
  /** The ids of the mentioned groups. */
  readonly groups: readonly string[];
  /** The kinds of elements that the conversion does not know. Their texts are kept. */
  readonly unknown: readonly string[];
  /** The addresses of links that cannot be linked. Their texts are kept. */
  readonly unlinked: readonly string[];
}

type NameOf = (userId: string) => string;

export function saidIn(body: unknown, nameOf: NameOf): Said {
  const paragraphs = objects(object(body).content);
  const inlines = paragraphs.flatMap((paragraph) => objects(paragraph.children));
  const mentions = inlines.filter(({ type }) => type === "mention");
  const groups = mentions.filter(isGroup);
  const users = mentions.filter((mention) => !isGroup(mention));
  // If the body lists the members of a mentioned group, they count as mentioned users.
  const members = groups.flatMap(({ userIds }) => (Array.isArray(userIds) ? userIds.map(text) : []));
  return {
    text: paragraphs
      .map(({ children }) =>
        objects(children)
          .map((each) => plain(each, nameOf))
          .join(""),
      )
      .join("\n"),
    html: paragraphs
      .map(
        ({ children }) =>
          `<p>${objects(children)
            .map((each) => html(each, nameOf))
            .join("")}</p>`,
      )
      .join(""),
    mentioned: [...new Set([...users.map(({ id }) => text(id)), ...members])],
    unlinked: inlines.flatMap(({ type, url }) => (type === "link" && addressOf(text(url)) === undefined ? [text(url)] : [])),
    groups: groups.map(({ id }) => text(id)),
    unknown: [...paragraphs.filter(({ type }) => type !== "paragraph"), ...inlines.filter(({ type }) => !isKnown(type))].map(({ type }) =>
      text(type),
    ),
  };
}

function isGroup({ kind }: Json): boolean {
  return kind === "group";
}

function isKnown(type: unknown): boolean {
  return type === undefined || type === "text" || type === "mention" || type === "link";
}

function plain(inline: Json, nameOf: NameOf): string {
  if (inline.type === "mention") return `@${isGroup(inline) ? text(inline.id) : nameOf(text(inline.id))}`;
  if (inline.type === "link") return text(inline.text) || text(inline.url);
  return text(inline.text);
}

function html(inline: Json, nameOf: NameOf): string {
  if (inline.type === "link") return link(text(inline.url), escaped(plain(inline, nameOf)));
  return inline.type === "mention" ? escaped(plain(inline, nameOf)) : marked(text(inline.text), inline);
}
