/** A field that its rule requires: the request was checked before the handler received it, but its type does not show that. */
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("A required field is missing although the request was checked.");
  return value;
}
