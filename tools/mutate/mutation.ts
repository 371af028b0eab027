/** One declared way to break the sources. */
export interface Mutation {
  /** What is broken, in a few words with hyphens. */
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly text: string;
  readonly replacement: string;
  /** The test files that must notice. */
  readonly noticedBy: readonly string[];
  /** Begins the name of the tests that are run, where the others of the files have nothing to do with it and take long. */
  readonly tests?: string;
}
