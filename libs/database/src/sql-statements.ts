// Splits a text into its tokens. A semicolon within a comment, a quoted text or name, or the body of a function ends no statement.
const piece = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^'"$;/-]+|[\s\S]/g;

/** The statements of a text, each without its semicolon. */
export function sqlStatements(text: string): string[] {
  const statements: string[] = [];
  let statement = "";
  let hasWords = false;
  const end = () => {
    if (hasWords) statements.push(statement.trim());
    statement = "";
    hasWords = false;
  };
  for (const [found] of text.matchAll(piece)) {
    if (found === ";") {
      end();
      continue;
    }
    statement += found;
    hasWords ||= !/^(?:--|\/\*|\s*$)/.test(found);
  }
  end();
  return statements;
}
