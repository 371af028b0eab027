import { failed, type Result, succeeded } from "@parley/contracts/common";
import { organizationOwnId } from "@parley/kernel";

/** The failure of every item of a batch whose organization does not exist. */
export function organizationMissing(organizationId: string): (item: { readonly id: string }) => Result {
  return ({ id }) => failed(id, "not_found", `The organization ${organizationId} does not exist.`);
}

/** Gives results of organizations the service's own id. */
export function withOwnIds(apiKeyId: string, results: readonly Result[]) {
  return results.map((result) => ({ ...result, ownId: organizationOwnId(apiKeyId, result.id) }));
}

/** What became of an item that was to be stored. */
export type Outcome = "created" | "updated" | "not_found" | "too_long";

/** The result of an item that was to be stored; `thing` is its kind, `within` says where it was looked for. */
export function storedResult(id: string, outcome: Outcome, words: { thing: string; within: string; metadataBytes: number }): Result {
  const { thing, within, metadataBytes } = words;
  switch (outcome) {
    case "created":
      return succeeded(id, `The ${thing} was created.`);
    case "updated":
      return succeeded(id, `The ${thing} was updated.`);
    case "not_found":
      return failed(id, "not_found", `The ${thing} ${id} does not exist${within}.`);
    case "too_long":
      return failed(id, "invalid", `The metadata of the ${thing} ${id} would be longer than ${metadataBytes} bytes.`);
  }
}
