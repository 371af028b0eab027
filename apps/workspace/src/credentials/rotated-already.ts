import { failedPrecondition } from "@parley/kernel";
import { refuseUnlessRepeated } from "@parley/rpc";

/**
 * Fails with `failed_precondition` for a token that was already replaced: rotating it again would leave two successors. A request that is
 * sent again because its response was lost makes another token, because nobody has the first one.
 */
export function refuseRotatedAlready({ replacedBy }: { readonly replacedBy: string | null }): void {
  if (replacedBy === null) return;
  refuseUnlessRepeated(failedPrecondition(`The token has been rotated before: rotate ${replacedBy}.`, "rotated_already"));
}
