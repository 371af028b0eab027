import { failedPrecondition } from "@parley/kernel";
import { refuseUnlessRepeated } from "@parley/rpc";

/**
 * Fails with `failed_precondition` for a token that another one has taken the place of: rotated once more, it would leave two. A request that is
 * sent again because its response was lost makes a further token, since nobody has the first.
 */
export function refuseRotatedAlready({ replacedBy }: { readonly replacedBy: string | null }): void {
  if (replacedBy === null) return;
  refuseUnlessRepeated(failedPrecondition(`The token has been rotated before: rotate ${replacedBy}.`, "rotated_already"));
}
