import type { AccessRole } from "../credentials/grants.ts";

/** A person in a request, with the field that names them. */
export interface NamedPerson {
  readonly userId: string;
  readonly field: string;
}

/** The places in which a user's request acts, and the rights that it needs there. */
export interface Reach {
  /**
   * `document`: the document that the request names. `documents`: the documents in `documentId` or `documentIds`, or the whole organization
   * if it names none; the token must then name the organization. `organization`: the user's own items anywhere in an organization; the
   * token must name some place in it.
   */
  readonly within: "document" | "documents" | "organization";
  readonly role: AccessRole;
  /** Set if the request names notifications: the RPC takes `within`, and those of documents that the token does not name are not found. */
  readonly ofNotifications?: true;
  /**
   * Set when the gateway has to check access, because the RPC does not. With `open` the places must also
   * exist.
   */
  readonly asks?: "notDisabled" | "open";
  /** The field of a request that only editors may use; undefined if the request has no such field. */
  readonly editorsOnly?: (data: object) => string | undefined;
  /** The other people whom a request mentions or assigns. They get e-mails and their names are shown, so they must be users who may enter the document. */
  readonly people?: (data: object) => Iterable<NamedPerson>;
}
