/** Sends requests like `fetch`, and remembers the date of the last response. */
export class Observed {
  /** How far the other clock is ahead of this one, in ms; undefined before a response. */
  aheadMs: number | undefined;

  readonly fetch: typeof fetch = async (...request) => {
    const sentMs = Date.now();
    const response = await fetch(...request);
    const date = Date.parse(response.headers.get("date") ?? "");
    // The header has whole seconds, so half a second is the best estimate.
    if (!Number.isNaN(date)) this.aheadMs = date + 500 - (sentMs + Date.now()) / 2;
    return response;
  };
}

/** The result of one check. */
export interface Finding {
  readonly verdict: "good" | "bad" | "note";
  readonly text: string;
}
