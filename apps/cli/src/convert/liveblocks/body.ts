import { addressOf, escaped, link, marked } from "../model/html.ts";
import { type Json, object, objects, text } from "../model/json.ts";

/** The content of a comment's body, whose paragraphs have texts with marks, mentions and links. */
interface Said {
  readonly text: string;
  readonly html: string;
  /** The mentioned users, each with the text of the mention. */
  readonly mentioned: readonly Mentioned[];
  /** The ids of the mentioned groups. */
  readonly groups: readonly string[];
  /** The kinds of elements that the conversion does not know. Their texts are kept. */
  readonly unknown: readonly string[];
  /** The addresses of links that cannot be linked. Their texts are kept. */
  readonly unlinked: readonly string[];
}

interface Mentioned {
  readonly userId: string;
  readonly text: string;
}

type NameOf = (userId: string) => string;

/** The members of a group by its id; none if they are not known. */
type Members = ReadonlyMap<string, readonly string[]>;

export function saidIn(body: unknown, nameOf: NameOf, members: Members): Said {
  const paragraphs = objects(object(body).content);
  const inlines = paragraphs.flatMap((paragraph) => objects(paragraph.children));
  const mentions = inlines.filter(({ type }) => type === "mention");
  const groups = mentions.filter(isGroup);
  const users = mentions.filter((mention) => !isGroup(mention));
  // The members of a mentioned group count as mentioned users, by the text that names the group. The body lists those of a group that the
  // customer keeps; those of a group that Liveblocks keeps are in the group.
  const named = [
    ...users.map((each) => ({ ids: [text(each.id)], each })),
    ...groups.map((each) => ({ ids: membersIn(each, members), each })),
  ];
  const mentioned = new Map<string, Mentioned>();
  for (const { ids, each } of named)
    for (const userId of ids) if (!mentioned.has(userId)) mentioned.set(userId, { userId, text: plain(each, nameOf) });
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
    mentioned: [...mentioned.values()],
    unlinked: inlines.flatMap(({ type, url }) => (type === "link" && addressOf(text(url)) === undefined ? [text(url)] : [])),
    groups: groups.map(({ id }) => text(id)),
    unknown: [...paragraphs.filter(({ type }) => type !== "paragraph"), ...inlines.filter(({ type }) => !isKnown(type))].map(({ type }) =>
      text(type),
    ),
  };
}

function membersIn({ id, userIds }: Json, members: Members): readonly string[] {
  return Array.isArray(userIds) ? userIds.map(text) : (members.get(text(id)) ?? []);
}

/** The ids of the groups in a body whose members it does not list. */
export function groupsIn(body: unknown): string[] {
  const inlines = objects(object(body).content).flatMap(({ children }) => objects(children));
  return inlines.flatMap(({ type, kind, id, userIds }) =>
    type === "mention" && isGroup({ kind }) && !Array.isArray(userIds) ? [text(id)] : [],
  );
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
