import { addressOf, escaped, link, marked } from "../model/html.ts";
import { type Json, object, objects, text } from "../model/json.ts";
import { whole } from "../model/reading.ts";
import { depthOf, listHtml } from "./lists.ts";

/** The content of a message. */
interface Content {
  readonly text: string;
  readonly html: string;
  readonly mentioned: readonly string[];
  /** The unknown kinds of nodes. Their texts are kept. */
  readonly unknown: readonly string[];
  /** The addresses of links that cannot be linked. Their texts are kept. */
  readonly unlinked: readonly string[];
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
    unknown: all.map(({ type }) => text(type)).filter((type) => type !== "" && !isKnown(type) && !isPerson({ type })),
  };
}

function withChildren(node: Json): Json[] {
  // The children of a mention are the name that the person had.
  if (isPerson(node)) whole(node.children);
  return [node, ...objects(isPerson(node) ? [] : node.children).flatMap(withChildren)];
}

function isPerson({ type }: Json): boolean {
  return type === "mention" || type === "assignee";
}

function isKnown(type: string): boolean {
  return Object.hasOwn(elements, type) || ["p", "markdown", "code", "todo", "bullet", "number_bullet"].includes(type);
}

function isBlock({ type }: Json): boolean {
  return type !== "link" && isKnown(text(type));
}

function hasBlock({ children }: Json): boolean {
  return objects(children).some((child) => isBlock(child) || hasBlock(child));
}

function plain(node: Json, nameOf: NameOf): string {
  if (isPerson(node)) return `@${nameOf(text(object(node.user).id))}`;
  const inner = text(node.text) + plainLines(objects(node.children), nameOf);
  const before = "  ".repeat(depthOf(node));
  if (node.type === "bullet") return `${before}- ${inner}`;
  if (node.type === "number_bullet") return `${before}${text(node.bulletNumber) || "1"}. ${inner}`;
  return node.type === "todo" ? `${node.done === true ? "[x]" : "[ ]"} ${inner}` : inner;
}

/** The texts of siblings, with blocks on lines of their own. */
function plainLines(nodes: readonly Json[], nameOf: NameOf): string {
  return nodes.reduce((before, node, index) => {
    const previous = nodes[index - 1];
    const isApart = previous !== undefined && (isBlock(node) || isBlock(previous));
    return `${before}${isApart ? "\n" : ""}${plain(node, nameOf)}`;
  }, "");
}

const elements: Readonly<Record<string, (inner: string, node: Json) => string>> = {
  quote: (inner) => `<blockquote>${inner}</blockquote>`,
  link: (inner, { url }) => link(text(url), inner),
};

function html(nodes: readonly Json[], nameOf: NameOf): string {
  return listHtml(nodes, {
    item: (node) => innerOf(node, nameOf),
    other: (node) => nodeHtml(node, nameOf),
  });
}

function innerOf(node: Json, nameOf: NameOf): string {
  return marked(text(node.text), node) + html(objects(node.children), nameOf);
}

function nodeHtml(node: Json, nameOf: NameOf): string {
  if (isPerson(node)) return escaped(plain(node, nameOf));
  const type = text(node.type);
  // In code every block is a line, because an element of code holds no blocks.
  if (type === "code") return `<pre><code>${codeOf(node, nameOf)}</code></pre>`;
  if (type === "p" || type === "markdown" || type === "todo") return paragraph(node, nameOf);
  const inner = innerOf(node, nameOf);
  return elements[type]?.(inner, node) ?? inner;
}

function codeOf(node: Json, nameOf: NameOf): string {
  return hasBlock(node) ? escaped(text(node.text) + plainLines(objects(node.children), nameOf)) : innerOf(node, nameOf);
}

/** A paragraph, or a to-do. What holds other blocks cannot be a paragraph in HTML; one that holds a single paragraph is that paragraph. */
function paragraph(node: Json, nameOf: NameOf): string {
  const before = node.type === "todo" ? `${node.done === true ? "☑" : "☐"} ` : "";
  const [only, ...others] = objects(node.children);
  const isWrapped = only?.type === "p" && others.length === 0 && text(node.text) === "";
  const holder = isWrapped ? only : node;
  const element = hasBlock(holder) ? "div" : "p";
  return `<${element}>${before}${innerOf(holder, nameOf)}</${element}>`;
}
