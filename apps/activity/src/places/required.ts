/** A field that its rule requires: the request was checked before the handler saw it, but its type does not tell. */
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("A required field is missing although the request was checked.");
  return value;
}
