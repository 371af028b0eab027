import type { DescribedOperation } from "@parley/sdk";
import { operations } from "@parley/sdk/operations";
import { rankOperations } from "./rank-operations.ts";

/** The operations that an agent can call: those of an API key, except those that return a secret, which has no place in a conversation. */
const agentOperations: readonly DescribedOperation[] = operations.filter(
  ({ auth, answer, showsSecret }) => auth === "apiKey" && answer !== "stream" && showsSecret !== true,
);

/** The operation with a name, or with a path as the reference writes it; refuses others with a reason. */
export function operationOf(word: string): DescribedOperation {
  const operation = agentOperations.find((each) => isMeant(each, word));
  if (operation !== undefined) return operation;
  const other = operations.find((each) => isMeant(each, word));
  if (other === undefined) throw new Refused(`There is no operation ${word}. search_operations finds one by what it does.`);
  const { name } = other;
  if (other.auth !== "apiKey")
    throw new Refused(`${name} needs the credentials of a workspace or of the installation; agents have only those of an API key.`);
  if (other.answer === "stream")
    throw new Refused(`${name} returns a stream, which agents cannot read; ai.ask returns its result at once.`);
  throw new Refused(`${name} returns a secret or a link that opens one, which agents are not shown.`);
}

/** The operations that match the words best, best first. */
export function searchOperations(query: string, limit: number): DescribedOperation[] {
  return rankOperations(agentOperations, query).slice(0, limit);
}

// Paths are the same under both versions.
function isMeant({ name, path }: DescribedOperation, word: string): boolean {
  return name === word || (word.startsWith("/") && withoutVersion(path) === withoutVersion(word));
}

function withoutVersion(path: string): string {
  return path.replace(/^\/v[12]\//, "/");
}

/** The refusal of a tool: the message gives the reason, and the alternative. */
export class Refused extends Error {}
