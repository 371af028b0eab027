import type { AccessRole } from "../credentials/grants.ts";

/** The places in which a user's request acts, and the rights that it needs there. */
export interface Reach {
  /**
   * `document`: the document that the request names. `documents`: the documents in `documentId` or `documentIds`, or the whole organization
   * if it names none; the token must then name the organization. `organization`: the user's own items anywhere in an organization; the
   * token must name some place in it.
   */
  readonly within: "document" | "documents" | "organization";
  readonly role: AccessRole;
  /**
   * Set if the RPC does not check whether users may access the places, so that the gateway checks it. With `open` the places must also
   * exist.
   */
  readonly asks?: "notDisabled" | "open";
  /** The field of a request that only editors may use; undefined if the request has no such field. */
  readonly editorsOnly?: (data: object) => string | undefined;
}
