// Each of these would fetch whatever a stranger has published under one of our names.
const fetching: readonly RegExp[] = [
  /\b(?:npx|bunx|pnpm dlx|yarn dlx|npm exec)(?! --no )(?: -\S+)* parley\b/,
  /\b(?:npm|pnpm|yarn|bun) (?:i|install|add|create)(?: -\S+)* ["']?(?:parley\b|@parley\/)/,
  /\b(?:pip3?|pipx|uv|poetry|uv pip|python3? -m pip) (?:install|add|run)(?: -\S+)* ["']?parley(?:-collab)?(?![\w/])/,
  /\bgo (?:get|install) github\.com\/parley\/parley-go/,
  /\bdocker (?:run|pull)\b[^\n]* parley\//,
  /\bimage: parley\//,
];

/** The lines (from 1) of a text that tell a reader to fetch one of our names from a registry, where a stranger may hold it. */
export function fetchedNames(text: string): number[] {
  return text.split("\n").flatMap((line, index) => (fetching.some((pattern) => pattern.test(line)) ? [index + 1] : []));
}
