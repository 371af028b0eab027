import type { AccessRole } from "../credentials/grants.ts";

/** Where a user's request acts, and what that needs of the user's token. */
export interface Reach {
  /**
   * `document`: in the document that it names. `documents`: in those that it names by `documentId` or `documentIds`, without any in the whole organization, which
   * the token then has to name. `organization`: on what is the user's own anywhere in an organization of which the token names any place.
   */
  readonly within: "document" | "documents" | "organization";
  readonly role: AccessRole;
  /** Where the RPC does not look itself whether the places are open to users. `open`: they have to exist, too. */
  readonly asks?: "notDisabled" | "open";
  /** The field of a request that only editors may give; undefined when it has none. */
  readonly editorsOnly?: (data: object) => string | undefined;
}
