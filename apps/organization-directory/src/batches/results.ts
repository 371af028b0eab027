import { failed, type Result, succeeded } from "@parley/contracts/common";
import { organizationOwnId, shortened } from "@parley/kernel";
import { type Quota, quotaReached } from "@parley/runtime";

/** The failure of every item of a batch whose organization does not exist. */
export function organizationMissing(organizationId: string): (item: { readonly id: string }) => Result {
  return ({ id }) => failed(id, "not_found", `The organization ${shortened(organizationId)} does not exist.`);
}

/** Adds the service's own id to results of organizations. */
export function withOwnIds(apiKeyId: string, results: readonly Result[]) {
  return results.map((result) => ({ ...result, ownId: organizationOwnId(apiKeyId, result.id) }));
}

/** The outcome of storing an item. */
export type Outcome = "created" | "updated" | "not_found" | "too_long" | "no_room";

interface Words {
  readonly thing: string;
  /** The place of the look-up, as the end of a sentence. */
  readonly within: string;
  readonly metadataBytes: number;
  readonly quota: Quota;
}

/** The result of storing an item. */
export function storedResult(id: string, outcome: Outcome, words: Words): Result {
  const { thing, within, metadataBytes, quota } = words;
  switch (outcome) {
    case "created":
      return succeeded(id, `The ${thing} was created.`);
    case "updated":
      return succeeded(id, `The ${thing} was updated.`);
    case "not_found":
      return failed(id, "not_found", `The ${thing} ${shortened(id)} does not exist${within}.`);
    case "too_long":
      return failed(id, "invalid", `The metadata of the ${thing} ${shortened(id)} would be longer than ${metadataBytes} bytes.`);
    case "no_room":
      return failed(id, quotaReached, quota.refusal);
  }
}
