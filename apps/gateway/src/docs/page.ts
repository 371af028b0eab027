/** The content of a page, and its compressed form if one exists already. */
export interface Content {
  readonly plain: string | Buffer;
  readonly gzip?: Buffer;
}

/** A response of the gateway to a GET. */
export interface Page {
  readonly path: string;
  readonly contentType: string;
  /** Called once, for the first request. */
  readonly content: () => Content | Promise<Content>;
}
