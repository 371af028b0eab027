const tag = /<[^>]*>/g;
const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** What a comment says: its text, or that of its HTML where it has no other. */
export function searchableText({ commentText, html }: { readonly commentText: string; readonly html: string }): string {
  return commentText === "" ? textOf(html) : commentText;
}

function textOf(html: string): string {
  return html.replace(tag, " ").replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  });
}
