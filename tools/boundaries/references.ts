const absentDocument =
  /\b[Tt]he (?:decisions|specification|compatibility page)\b|\((?:decisions|specification)\b|\b[Dd]ecisions, (?:section|operation)\b/;
const document = /(?<![\w-])[\w-][\w./-]*\.md\b/g;
const numbered = /\b[Oo]perations? \d+\b/;

/**
 * The sentences that say what a text leaves to others: to a document that is not in the repository, or to who knows operations by their numbers.
 * `documents` are the names of the repository's own, without their folders. A rule is stated where it is applied, and an operation named by its name.
 */
export function referenceProblems(text: string, documents: ReadonlySet<string>): string[] {
  const absent = [...text.matchAll(document)].map(([path]) => path).find((path) => !documents.has(path.slice(path.lastIndexOf("/") + 1)));
  const named = absent ?? absentDocument.exec(text)?.[0];
  const [operation] = numbered.exec(text) ?? [];
  return [
    ...(named === undefined ? [] : [`refers to ${named.replace("(", "")}, which is not in the repository; state the rule here`]),
    ...(operation === undefined ? [] : [`names ${operation} by its number; name it by its name`]),
  ];
}
