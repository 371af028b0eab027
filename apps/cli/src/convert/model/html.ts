const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}

/** A text in the elements of its marks. */
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

/** A link. An address that a browser would execute is not linked: only its text stays. */
export function link(url: string, html: string): string {
  return /^(https?:|mailto:)/i.test(url) ? `<a href="${escaped(url)}">${html}</a>` : html;
}
