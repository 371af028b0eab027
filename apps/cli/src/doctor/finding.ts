/** The result of one check. */
export interface Finding {
  readonly verdict: "good" | "bad" | "note";
  readonly text: string;
}
