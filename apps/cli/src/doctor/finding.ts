/** What came of a look at one thing. */
export interface Finding {
  readonly verdict: "good" | "bad" | "note";
  readonly text: string;
}
