import { escaped } from "../model/html.ts";
import { type Json, text } from "../model/json.ts";

/** How an item of a list, and any other node, is written. */
interface Written {
  readonly item: (node: Json) => string;
  readonly other: (node: Json) => string;
}

const deepest = 20;

/** How far an item of a list is indented. */
export function depthOf({ indent }: Json): number {
  return typeof indent === "number" && indent > 0 ? Math.min(Math.floor(indent), deepest) : 0;
}

/** The nodes as HTML. Cord's items of lists stand beside each other: those that follow each other are one list, deeper ones within it. */
export function listHtml(nodes: readonly Json[], { item, other }: Written): string {
  const open: { readonly depth: number; readonly element: string }[] = [];
  let html = "";
  const close = (isOver: (list: (typeof open)[number]) => boolean) => {
    for (let last = open.at(-1); last !== undefined && isOver(last); last = open.at(-1)) {
      html += `</li></${last.element}>`;
      open.pop();
    }
  };
  for (const node of nodes) {
    if (!isItem(node)) {
      close(() => true);
      html += other(node);
      continue;
    }
    const depth = depthOf(node);
    const element = node.type === "bullet" ? "ul" : "ol";
    close((list) => list.depth > depth || (list.depth === depth && list.element !== element));
    if (open.at(-1)?.depth === depth) html += "</li>";
    else {
      open.push({ depth, element });
      html += element === "ul" ? "<ul>" : `<ol start="${escaped(text(node.bulletNumber) || "1")}">`;
    }
    html += `<li>${item(node)}`;
  }
  close(() => true);
  return html;
}

function isItem({ type }: Json): boolean {
  return type === "bullet" || type === "number_bullet";
}
