declare module "pg/lib/utils.js" {
  /** The driver's encoding of a value: text, bytes or null. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
