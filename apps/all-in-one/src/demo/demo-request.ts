/** One request that fills the demo; each may be repeated without harm. */
export interface DemoRequest {
  readonly path: string;
  readonly data: object;
}
