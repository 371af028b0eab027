/** The description of an operation that a client needs to call it. */
export interface Operation {
  /** `users.list` */
  readonly name: string;
  readonly path: string;
  readonly auth: "apiKey" | "workspace" | "admin" | "user";
  /** Carries an idempotency key. */
  readonly mutates?: true;
  /** Whether the request repeats the credentials in its body. */
  readonly bodyCredentials?: true;
  /** Longest time in ms that the gateway takes, if it differs from the usual one. */
  readonly timeoutMs?: number;
  /** Set for an operation that reads one thing: the field that holds its id, and the list of ids in which the id is sent. */
  readonly single?: { readonly id: string; readonly ids: string };
  /** Set for an operation that sends one item: the field that holds the item, and the list in which the item is sent. */
  readonly oneItem?: { readonly item: string; readonly items: string };
}

/** An operation with its documentation. */
export interface DescribedOperation extends Operation {
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** The form of its response: only a message, a value, an entry for each item, pages, a page of a feed, or server-sent events. */
  readonly answer: "nothing" | "value" | "batch" | "pages" | "feed" | "stream";
  /** Whether the response contains a secret in plain text, or a link that opens one. */
  readonly showsSecret?: true;
}

/** The data of an operation's request. */
export interface RequestForm {
  /** JSON Schema of the data, without references to anything outside. */
  readonly form: Readonly<Record<string, unknown>>;
  readonly example: unknown;
}
