/** One call of the demo's story; each may be repeated without harm. */
export interface DemoRequest {
  readonly path: string;
  readonly data: object;
}
