import declared from "./mutations.json" with { type: "json" };

/** A declared way to break the sources. */
export interface Mutation {
  /** A short name of the change, in words with hyphens. */
  readonly name: string;
  readonly file: string;
  /** Occurs in the file exactly once. */
  readonly text: string;
  readonly replacement: string;
  /** The test files that must notice it. */
  readonly noticedBy: readonly string[];
  /** The prefix of the names of the tests to run, when the file's other tests are unrelated and slow. */
  readonly tests?: string;
}

/** All of them: what holds the highest promises and Stryker cannot break. */
export const mutations: readonly Mutation[] = declared;
