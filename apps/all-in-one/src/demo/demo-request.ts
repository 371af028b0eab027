/** One request that fills the demo. Each may be repeated safely. */
export interface DemoRequest {
  readonly path: string;
  readonly data: object;
}
