import type { MessageInitShape } from "@bufbuild/protobuf";
import type { RemovalScopeSchema } from "@parley/contracts/erasure";
import * as z from "zod";
import { wholeNumber } from "./fields.ts";

/** The data that an operation removes. */
export interface Removal {
  readonly apiKeyId: string;
  /** The workspace that must own the API key, if the key itself is removed. */
  readonly workspaceId?: string;
  readonly scope: MessageInitShape<typeof RemovalScopeSchema>;
}

/** The request field for a dry run. */
export const dryRun = () =>
  z
    .boolean()
    .optional()
    .meta({ description: "Removes nothing, and returns how much would be removed from each collection of each service." });

const count = z.object({
  service: z.string().meta({ description: "The service that has the rows." }),
  collection: z.string().meta({ description: "The collection of the service, as in the removal's tasks." }),
  rows: z
    .union([wholeNumber().max(100_000), z.literal("more")])
    .meta({ description: "Exact up to 100,000; `more` if there are more, or if more would have to be read to find them." }),
});

/** The response to a dry run. */
export const removalCounts = z
  .object({ counts: z.array(count).meta({ description: "One for each collection that the removal would go through." }) })
  .meta({ title: "RemovalCounts", description: "With `dryRun`: how many rows would be removed or changed." });

/** The rule about dry runs in descriptions of operations. */
export const dryRunNote =
  "`dryRun: true` removes nothing and returns `counts`: the database rows that would be removed or changed, by service and collection, exact up to 100,000. Beyond that, or if more rows than that would have to be read, the number is `more`. A thread counts with its comments, reactions and participants.";
