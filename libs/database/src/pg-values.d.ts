declare module "pg/lib/utils.js" {
  /** What the driver sends for a value: text, bytes or null. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
