import type { DescribedOperation } from "@parley/sdk";

const partWeights = { name: 4, summary: 2, description: 1 } as const;
// A synonym counts less than the word itself.
const impliedWeight = 0.8;

/**
 * Operations with words of the query in their name or texts, best first. A word counts more if few operations contain it (inverse document
 * frequency), and more in a name than in a text. Parley's own terms for a word are searched too.
 */
export function rankOperations(operations: readonly DescribedOperation[], query: string): DescribedOperation[] {
  const wanted = wantedIn(query);
  if (wanted.size === 0) return [...operations];
  const indexed = operations.map(indexOf);
  const rarity = new Map([...wanted.keys()].map((term) => [term, rarityOf(term, indexed)]));
  const scoreOf = ({ weights }: Indexed) =>
    [...wanted].reduce((sum, [term, weight]) => sum + weight * (weights.get(term) ?? 0) * (rarity.get(term) ?? 0), 0);
  return indexed
    .map((each) => ({ operation: each.operation, score: scoreOf(each) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .map(({ operation }) => operation);
}

interface Indexed {
  readonly operation: DescribedOperation;
  /** The greatest weight of each term in the operation. */
  readonly weights: ReadonlyMap<string, number>;
}

function indexOf(operation: DescribedOperation): Indexed {
  const weights = new Map<string, number>();
  for (const part of ["description", "summary", "name"] as const) {
    const text = part === "name" ? operation.name.replace(/([a-z])([A-Z])/g, "$1 $2") : operation[part];
    for (const term of termsOf(text)) weights.set(term, partWeights[part]);
  }
  return { operation, weights };
}

function rarityOf(term: string, indexed: readonly Indexed[]): number {
  return Math.log(1 + indexed.length / (1 + indexed.filter(({ weights }) => weights.has(term)).length));
}

function wantedIn(query: string): Map<string, number> {
  const asked = termsOf(query).filter((term) => !empty.has(term));
  const implied = asked.flatMap((term) => meanings.get(term) ?? []);
  return new Map([...implied.map((term) => [term, impliedWeight] as const), ...asked.map((term) => [term, 1] as const)]);
}

function termsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll("e-mail", "email")
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1)
    .map(stemOf);
}

// `comments` and `comment`, `notifies` and `notify`, `mentioned` and `mention` are one term.
function stemOf(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(?<=[^aeious]|[aeiou]s|ch|sh|x)es$|(?<=[^su])s$/, "")
    .replace(/(?<=\w{3})(?:ing|ed)$/, "")
    .replace(/e$/, "");
}

// Words that people use, with Parley's terms for them.
const called: Readonly<Record<string, string>> = {
  "mention tag": "comment thread add",
  "reply answer respond write post": "comment add",
  "conversation discussion annotation": "thread comment",
  "create new make insert invite": "add",
  "remove erase forget clear": "delete",
  "find show see read look search fetch": "list get",
  "change edit modify rename turn switch": "update",
  "resolve close reopen assign prioritise status": "thread update",
  "person people member colleague": "user",
  mail: "email",
  "company tenant team": "organization",
  "notify tell inform alert": "notification add",
  inbox: "notification",
  unread: "notification list update",
  "emoji like": "reaction add",
  "endpoint event": "webhook",
  "again resend redeliver": "retry",
};
const meanings = new Map(Object.entries(called).flatMap(([said, meant]) => termsOf(said).map((term) => [term, termsOf(meant)] as const)));

const empty = new Set(
  termsOf(
    "an the to of in on at by for from with that which who what how is are be has have do does can my me it its all any some someone somebody something one and or not want",
  ),
);
