import type { MessageInitShape } from "@bufbuild/protobuf";
import type { RemovalScopeSchema } from "@parley/contracts/erasure";
import * as z from "zod";
import { wholeNumber } from "./fields.ts";

/** What an operation removes. */
export interface Removal {
  readonly apiKeyId: string;
  /** The workspace that has to own the API key, when that goes. */
  readonly workspaceId?: string;
  readonly scope: MessageInitShape<typeof RemovalScopeSchema>;
}

/** The field of a request that asks what would be removed. */
export const dryRun = () =>
  z
    .boolean()
    .optional()
    .meta({ description: "Remove nothing, and answer how much would be removed from each collection of each service." });

const count = z.object({
  service: z.string().meta({ description: "Whose rows they are." }),
  collection: z.string().meta({ description: "What of the service is looked through, as the removal's tasks name it." }),
  rows: z
    .union([wholeNumber().max(100_000), z.literal("more")])
    .meta({ description: "Exact up to 100,000; `more` where there are more, or where more have to be looked through to find them." }),
});

/** The answer of a dry run. */
export const removalCounts = z
  .object({ counts: z.array(count).meta({ description: "One for each collection that the removal would look through." }) })
  .meta({ title: "RemovalCounts", description: "With `dryRun`: how many rows would be removed or changed." });

/** What descriptions of operations say about their dry run. */
export const dryRunNote = [
  "`dryRun: true` removes nothing and answers `counts`: how many rows would be removed or changed, by service and collection, exact up to 100,000 and `more` beyond, or where more rows than that have to be looked through.",
  "Rows are those of the database: a thread counts with its comments, reactions and those who take part.",
].join(" ");
