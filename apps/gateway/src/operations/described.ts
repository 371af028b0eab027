/** The Markdown of a description: a paragraph, and a list of rules. */
export function described(paragraph: string, ...rules: readonly string[]): string {
  return `${paragraph}\n\n${listOf(rules)}`;
}

export function listOf(rules: readonly string[]): string {
  return rules.map((rule) => `- ${rule}`).join("\n");
}
