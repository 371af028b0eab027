/** What a page is made of: its content, and its compressed form where there is one already. */
interface Content {
  readonly plain: string | Buffer;
  readonly gzip?: Buffer;
}

/** A response of the gateway to a GET. */
export interface Page {
  readonly path: string;
  readonly contentType: string;
  /** Called once, at the first request. */
  readonly content: () => Content | Promise<Content>;
}
