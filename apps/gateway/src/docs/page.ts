/** What a page is made of: its content, and its compressed form where there is one already. */
interface Content {
  readonly plain: string | Buffer;
  readonly gzip?: Buffer;
}

/** Something that the gateway answers to a GET. */
export interface Page {
  readonly path: string;
  readonly contentType: string;
  /** Asked for once, when the page is asked for first. */
  readonly content: () => Content | Promise<Content>;
}
