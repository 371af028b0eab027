const absentDocument =
  /\b[Tt]he (?:decisions|specification|compatibility page)\b|\((?:decisions|specification)\b|\b[Dd]ecisions, (?:section|operation)\b/;
const document = /(?<![\w-])[\w-][\w./-]*\.md\b/g;
const numbered = /\b[Oo]perations? \d+\b/;

/**
 * The problems of a text that refers to a document outside the repository, or to an operation by its number. `documents` are the names of
 * the repository's own documents, without folders. A rule is stated where it applies, and an operation is called by its name.
 */
export function referenceProblems(text: string, documents: ReadonlySet<string>): string[] {
  const absent = [...text.matchAll(document)].map(([path]) => path).find((path) => !documents.has(path.slice(path.lastIndexOf("/") + 1)));
  const named = absent ?? absentDocument.exec(text)?.[0];
  const [operation] = numbered.exec(text) ?? [];
  return [
    ...(named === undefined ? [] : [`refers to ${named.replace("(", "")}, which is not in the repository; state the rule here`]),
    ...(operation === undefined ? [] : [`refers to ${operation} by its number; use its name`]),
  ];
}
