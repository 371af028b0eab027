import { addressOf, escaped, link, marked } from "../model/html.ts";
import { isPresent, type Json, object, objects, text } from "../model/json.ts";

/** The content of a message. */
interface Content {
  readonly text: string;
  readonly html: string;
  readonly mentioned: readonly string[];
  /** The unknown kinds of nodes. Their texts are kept. */
  readonly unknown: readonly string[];
  /** The addresses of links that cannot be linked. Their texts are kept. */
  readonly unlinked: readonly string[];
  /** How many nodes are indented, which is not kept. */
  readonly indented: number;
}

type NameOf = (userId: string) => string;

/** Converts the nodes of a message, which are texts with marks and elements with children. */
export function contentOf(content: unknown, nameOf: NameOf): Content {
  const nodes = objects(content);
  const all = nodes.flatMap(withChildren);
  return {
    text: nodes.map((node) => plain(node, nameOf)).join("\n"),
    html: html(nodes, nameOf),
    mentioned: [...new Set(all.filter(isPerson).map(({ user }) => text(object(user).id)))],
    unlinked: all.flatMap(({ type, url }) => (type === "link" && addressOf(text(url)) === undefined ? [text(url)] : [])),
    indented: all.filter(({ indent }) => isPresent(indent) && indent !== 0).length,
    unknown: all.map(({ type }) => text(type)).filter((type) => type !== "" && elements[type] === undefined && !isPerson({ type })),
  };
}

function withChildren(node: Json): Json[] {
  return [node, ...objects(node.children).flatMap(withChildren)];
}

function isPerson({ type }: Json): boolean {
  return type === "mention" || type === "assignee";
}

function plain(node: Json, nameOf: NameOf): string {
  if (isPerson(node)) return `@${nameOf(text(object(node.user).id))}`;
  const inner =
    text(node.text) +
    objects(node.children)
      .map((each) => plain(each, nameOf))
      .join("");
  if (node.type === "bullet") return `- ${inner}`;
  if (node.type === "number_bullet") return `${text(node.bulletNumber) || "1"}. ${inner}`;
  return node.type === "todo" ? `${node.done === true ? "[x]" : "[ ]"} ${inner}` : inner;
}

const elements: Readonly<Record<string, (inner: string, node: Json) => string>> = {
  p: (inner) => `<p>${inner}</p>`,
  quote: (inner) => `<blockquote>${inner}</blockquote>`,
  code: (inner) => `<pre><code>${inner}</code></pre>`,
  markdown: (inner) => `<p>${inner}</p>`,
  bullet: (inner) => `<ul><li>${inner}</li></ul>`,
  number_bullet: (inner, { bulletNumber }) => `<ol start="${escaped(text(bulletNumber) || "1")}"><li>${inner}</li></ol>`,
  todo: (inner, { done }) => `<p>${done === true ? "☑" : "☐"} ${inner}</p>`,
  link: (inner, { url }) => link(text(url), inner),
};

function html(nodes: readonly Json[], nameOf: NameOf): string {
  return nodes
    .map((node) => {
      if (isPerson(node)) return escaped(plain(node, nameOf));
      const inner = marked(text(node.text), node) + html(objects(node.children), nameOf);
      return elements[text(node.type)]?.(inner, node) ?? inner;
    })
    .join("");
}
