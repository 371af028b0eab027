/** One thing that a mail tells, in plain text. */
export interface Told {
  readonly kind: "tag" | "comment" | "assign" | "notification";
  /** Who did it; empty when nobody is named. */
  readonly from: string;
  /** What was said; may be empty. */
  readonly text: string;
  readonly commentId: string;
  readonly atMs: number;
}

/** A mail before it has a form. */
export interface Letter {
  readonly recipientName: string;
  readonly organizationName: string;
  readonly documentName: string;
  /** Who sends, as the customer calls themselves; may be empty. */
  readonly company: string;
  /** Oldest first, never empty. */
  readonly told: readonly Told[];
  /** Things that are left out because there are too many. */
  readonly more: number;
  /** Where it is found in the customer's application; empty when that is unknown. */
  readonly link: string;
  readonly unsubscribeUrl: string;
}
