/** One item of a mail, in plain text. */
export interface MailItem {
  readonly kind: "tag" | "comment" | "assign" | "notification";
  /** The user who acted; empty when nobody is named. */
  readonly from: string;
  /** The comment's text; may be empty. */
  readonly text: string;
  readonly commentId: string;
  readonly atMs: number;
}

/** The content of a mail, before it is rendered. */
export interface MailContent {
  readonly recipientName: string;
  readonly organizationName: string;
  readonly documentName: string;
  /** The customer's own name as the sender; may be empty. */
  readonly company: string;
  /** Oldest first, never empty. */
  readonly items: readonly MailItem[];
  /** The number of items left out because there are too many. */
  readonly more: number;
  /** The item's address in the customer's application; empty when that is unknown. */
  readonly link: string;
  readonly unsubscribeUrl: string;
}
