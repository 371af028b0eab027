import { failedPrecondition } from "@parley/kernel";
import type { Credential } from "../credentials/credential.ts";

/** The credential, if its API key may use operations that need the advanced-queries option (decisions, operations 5 and 13). */
export function withAdvancedQueries(credential: Credential<"apiKey">): Credential<"apiKey"> {
  if (credential.advancedQueriesEnabled) return credential;
  throw failedPrecondition(
    "The advanced queries option of this API key is off; /v2/workspace/apikeyconfig/update turns it on.",
    "advanced_queries_disabled",
  );
}
