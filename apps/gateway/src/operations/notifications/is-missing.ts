/**
 * Whether a list is absent or empty. Rules across fields run on requests that break other rules too, so that all are told at once: what is no
 * list at all is told by the field's own rule.
 */
export function isMissing(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}
