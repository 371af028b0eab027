/** What a client has to know of an operation to call it. */
export interface Operation {
  /** `users.list` */
  readonly name: string;
  readonly path: string;
  readonly auth: "apiKey" | "workspace" | "admin" | "user";
  /** Carries an idempotency key. */
  readonly mutates?: true;
  /** The request names the credentials again. */
  readonly bodyCredentials?: true;
  /** Longest time in ms that the gateway takes, where it is not the usual one. */
  readonly timeoutMs?: number;
  /** Set when it reads one thing: the field for its id, and the list of ids in which it is sent. */
  readonly single?: { readonly id: string; readonly ids: string };
  /** Set when it sends one item: the field for it, and the list in which it is sent. */
  readonly oneItem?: { readonly item: string; readonly items: string };
}

/** An operation with what it is good for. */
export interface DescribedOperation extends Operation {
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** What it answers: nothing but a message, a value, an entry for each item, pages, a page of a feed, or server-sent events. */
  readonly answer: "nothing" | "value" | "batch" | "pages" | "feed" | "stream";
  /** What it answers holds a secret in plain text, or a link that opens one. */
  readonly showsSecret?: true;
}

/** What an operation takes. */
export interface RequestForm {
  /** JSON Schema of the data, which refers to nothing outside of it. */
  readonly form: Readonly<Record<string, unknown>>;
  readonly example: unknown;
}
