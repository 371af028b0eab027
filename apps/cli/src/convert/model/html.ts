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

/** A link with HTML as its content; only the content where the address cannot be linked. */
export function link(url: string, html: string): string {
  const address = addressOf(url);
  return address === undefined ? html : `<a href="${escaped(address)}">${html}</a>`;
}

/** The address of a link as a page can have it; undefined for one that a browser would execute, or that leads nowhere. */
export function addressOf(url: string): string | undefined {
  if (/^www\./i.test(url)) return `https://${url}`;
  return /^(https?:|mailto:|tel:|[/?#]|\.{1,2}\/)/i.test(url) ? url : undefined;
}
