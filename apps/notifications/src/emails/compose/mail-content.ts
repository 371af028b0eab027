/** One item of a mail, in plain text. */
export interface MailItem {
  readonly kind: "tag" | "comment" | "assign" | "notification";
  /** The name of the user who acted; empty if unknown. */
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
  /** The number of earlier items left out. */
  readonly more: number;
  /** The thread's address in the customer's application; empty if unknown. */
  readonly link: string;
  readonly unsubscribeUrl: string;
}
