/** A problem of a text: what is wrong, and in which line (from 1) if it is in one. */
export interface Problem {
  readonly line?: number;
  readonly text: string;
}

/** The maximum number of characters in a table cell: longer ones cannot be read in an editor, nor compared between two versions. */
export const longestCell = 160;
const separator = /^\|[\s|:-]+$/;
const border = /(?<!\\)\|/;

/** The table cells of a Markdown text that are too long. */
export function wideCells(markdown: string): Problem[] {
  return linesWhere(
    markdown,
    (line) => line.startsWith("|") && !separator.test(line) && line.split(border).some((cell) => cell.trim().length > longestCell),
    `a table cell has more than ${longestCell} characters; use a list or a section`,
  );
}

// Each of these would fetch whatever a stranger has published under one of our names.
const fetching: readonly RegExp[] = [
  /\b(?:npx|bunx|pnpm dlx|yarn dlx|npm exec)(?! --no )(?: -\S+)* parley\b/,
  /\b(?:npm|pnpm|yarn|bun) (?:i|install|add|create)(?: -\S+)* ["']?(?:parley\b|@parley\/)/,
  /\b(?:pip3?|pipx|uv|poetry|uv pip|python3? -m pip) (?:install|add|run)(?: -\S+)* ["']?parley(?:-collab)?(?![\w/])/,
  /\bgo (?:get|install) github\.com\/parley\/parley-go/,
  /\bdocker (?:run|pull)\b[^\n]* parley\//,
  /\bimage: parley\//,
];

/** The lines of a text that tell a reader to fetch one of our names from a registry. */
export function fetchedNames(text: string): Problem[] {
  const problem = "tells to fetch one of our names from a registry, where a stranger may hold it";
  return linesWhere(text, (line) => fetching.some((pattern) => pattern.test(line)), problem);
}

function linesWhere(text: string, isWrong: (line: string) => boolean, problem: string): Problem[] {
  return text.split("\n").flatMap((line, index) => (isWrong(line) ? [{ line: index + 1, text: problem }] : []));
}

// Words that pages no longer use, each with the word of libs/README.md that replaces it. A name on the wire or in the database may still
// contain one: pages write it as a code span.
const retiredWords: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bremovals?\b/i, "erasure"],
  [/\bpercentiles?\b/i, "p95"],
  [/\bverdicts?\b/i, "outcome"],
  [/\bjudg(?:e|es|ed|ing)\b/i, "decide or check"],
  [/\bbur(?:y|ied|ies)\b/i, "dead letter"],
  [/\bDLQs?\b|\bdead[- ]letter queues?\b/i, "dead letters"],
  [/\btail latenc(?:y|ies)\b/i, "p99"],
];
const fence = /^ *```[\s\S]*?^ *```/gm;
// Code spans and the targets of links; the text of a link is prose.
const named = /`[^`\n]+`|\]\([^)]*\)/g;

/** The retired words in the prose of a page. Code spans, fenced blocks and targets of links are exempt, because they are names. */
export function retiredWordsIn(markdown: string): Problem[] {
  const prose = markdown.replaceAll(fence, (block) => block.replaceAll(/[^\n]/g, "")).replaceAll(named, "");
  return prose.split("\n").flatMap((text, index) =>
    retiredWords.flatMap(([word, instead]) => {
      const found = word.exec(text)?.[0];
      return found === undefined ? [] : [{ line: index + 1, text: `says ${found}, which is retired; the word is ${instead}` }];
    }),
  );
}

const absentDocument =
  /\b[Tt]he (?:decisions|specification|compatibility page)\b|\((?:decisions|specification)\b|\b[Dd]ecisions, (?:section|operation)\b/;
const document = /(?<![\w-])[\w-][\w./-]*\.md\b/g;
const numbered = /\b[Oo]perations? \d+\b/;

/**
 * The problems of a text that refers to a document outside the repository, or to an operation by its number. `documents` are the names of
 * the repository's own documents, without folders. A rule is stated where it applies, and an operation is called by its name.
 */
export function referenceProblems(text: string, documents: ReadonlySet<string>): Problem[] {
  const absent = [...text.matchAll(document)].map(([path]) => path).find((path) => !documents.has(path.slice(path.lastIndexOf("/") + 1)));
  const outside = absent ?? absentDocument.exec(text)?.[0];
  const [operation] = numbered.exec(text) ?? [];
  return [
    ...(outside === undefined
      ? []
      : [{ text: `refers to ${outside.replace("(", "")}, which is not in the repository; state the rule here` }]),
    ...(operation === undefined ? [] : [{ text: `refers to ${operation} by its number; use its name` }]),
  ];
}
