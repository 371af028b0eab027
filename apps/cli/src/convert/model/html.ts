const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}

/** Escapes a text and wraps it in an element for each of its marks. */
export function marked(text: string, marks: Readonly<Record<string, unknown>>): string {
  return elements.reduce((html, [mark, element]) => (marks[mark] === true ? `<${element}>${html}</${element}>` : html), escaped(text));
}

const elements = [
  ["code", "code"],
  ["strikethrough", "s"],
  ["underline", "u"],
  ["italic", "em"],
  ["bold", "strong"],
] as const;

/** A link with HTML as its content. For an address that a browser would execute, only the content. */
export function link(url: string, html: string): string {
  return /^(https?:|mailto:)/i.test(url) ? `<a href="${escaped(url)}">${html}</a>` : html;
}
