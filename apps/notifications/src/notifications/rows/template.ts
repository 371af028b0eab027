const token = /\{\{|\}\}|\{([^{}]+)\}/g;

/** The text of a variable, or undefined when there is none. */
export type TextOf = (name: string) => string | undefined;

/**
 * Fills in the headline template of a notification: `{name}` becomes the variable's text, `{{` and `}}` become single braces. A variable
 * without a text stays as written, and so do unmatched braces. Inserted text is neither expanded nor interpreted: HTML and control
 * characters are kept.
 */
export function renderTemplate(template: string, textOf: TextOf): string {
  return template.replace(token, (written: string, name: string | undefined) => replacement(written, name, textOf));
}

/** The length of the result of `renderTemplate` in UTF-16 code units, computed without rendering. */
export function renderedLength(template: string, textOf: TextOf): number {
  let length = template.length;
  for (const [written, name] of template.matchAll(token)) length += replacement(written, name, textOf).length - written.length;
  return length;
}

function replacement(written: string, name: string | undefined, textOf: TextOf): string {
  return name === undefined ? written.slice(1) : (textOf(name) ?? written);
}
