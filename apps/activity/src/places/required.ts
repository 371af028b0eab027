/** A field that validation requires. The request has been validated before the handler receives it, but its type does not show that. */
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("A required field is missing although the request was checked.");
  return value;
}
