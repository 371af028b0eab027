import type { DescribedOperation } from "@parley/sdk";
import { operations } from "@parley/sdk/operations";
import { Refused } from "./refused.ts";

/** The operations that an agent can call: those of an API key that answer no secret, which has no place in a conversation. */
const agentOperations: readonly DescribedOperation[] = operations.filter(
  ({ auth, answer, showsSecret }) => auth === "apiKey" && answer !== "stream" && showsSecret !== true,
);

/** The operation of a name; refuses with a sentence. */
export function operationOf(name: string): DescribedOperation {
  const operation = agentOperations.find((each) => each.name === name);
  if (operation !== undefined) return operation;
  const other = operations.find((each) => each.name === name);
  if (other === undefined) throw new Refused(`There is no operation ${name}. search_operations finds one by what it does.`);
  if (other.auth !== "apiKey")
    throw new Refused(`${name} needs the credentials of a workspace or of the installation; agents have those of an API key.`);
  if (other.answer === "stream") throw new Refused(`${name} answers as a stream, which agents cannot read; ai.ask answers at once.`);
  throw new Refused(`${name} answers a secret or a link that opens one, which agents are not shown.`);
}

/** Operations by how many of the words are in their name or texts, best first. */
export function searchOperations(query: string, limit: number): DescribedOperation[] {
  const words = query
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1);
  const scored = agentOperations.map((operation) => ({ operation, score: scoreOf(operation, words) }));
  return scored
    .filter(({ score }) => score > 0 || words.length === 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ operation }) => operation);
}

function scoreOf({ name, summary, description }: DescribedOperation, words: readonly string[]): number {
  const parts = [
    [name.toLowerCase(), 4],
    [summary.toLowerCase(), 2],
    [description.toLowerCase(), 1],
  ] as const;
  // `comments` finds `comment`.
  const stems = words.map((word) => word.replace(/(ies|es|s)$/, ""));
  return stems.reduce((sum, stem) => sum + Math.max(...parts.map(([text, weight]) => (text.includes(stem) ? weight : 0))), 0);
}
