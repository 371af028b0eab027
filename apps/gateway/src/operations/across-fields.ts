// Rules across the fields of a request. `rule` is for a refinement; the others express the same in JSON Schema, so that the OpenAPI
// document contains it: `.refine(…, rule(…)).meta(across(…))`.

type Schema = Readonly<Record<string, unknown>>;

/**
 * A rule across fields: `problem` follows the field's name in the message. It also runs on requests that break other rules, so that all are
 * listed.
 */
export const rule = (field: string, problem: string) => ({ path: [field], message: problem, when: () => true });

/** Whether a list has items. Rules run before the request's types are checked. */
export const isFilled = (list: readonly unknown[] | null | undefined): boolean => (list?.length ?? 0) > 0;

/** Combines these rules in one schema. */
export const across = (...rules: readonly (readonly Schema[])[]) => ({ allOf: rules.flat() });

/** None of these pairs of fields may be given together. */
export const excluding = (...pairs: readonly (readonly [string, string])[]): Schema[] =>
  pairs.map((pair) => ({ not: { required: [...pair] } }));

/** The first field excludes each of the others. */
export const excludingAll = (field: string, ...others: readonly string[]): Schema[] =>
  excluding(...others.map((other) => [field, other] as const));

/** These fields may not be given together with these values. */
export const never = (properties: Readonly<Record<string, Schema>>): Schema[] => [{ not: given(properties) }];

/** Each of these fields requires another one. */
export const needing = (field: string, ...needy: readonly string[]): Schema[] =>
  needy.map((name) => ({ dependentRequired: { [name]: [field] } }));

/** Each of these lists requires another field when it has items. */
export const needingWhenFilled = (field: string, ...lists: readonly string[]): Schema[] =>
  lists.map((list) => ({ not: { ...given({ [list]: { minItems: 1 } }), not: { required: [field] } } }));

/** `one` needs exactly one id in the list. */
export const oneId = (ids: string): Schema[] => [
  { not: { ...given({ one: { const: true } }), not: given({ [ids]: { minItems: 1, maxItems: 1 } }) } },
];

/** The same as a refinement. */
export const isOneId =
  (ids: string) =>
  (data: Readonly<Record<string, unknown>>): boolean =>
    data.one !== true || (Array.isArray(data[ids]) && data[ids].length === 1);

/** These fields are given together or not at all. */
export const together = (one: string, other: string): Schema[] => [{ dependentRequired: { [one]: [other], [other]: [one] } }];

/** At least one of these fields is given; for an object, all of its fields with these values. */
export const requiringOneOf = (...choices: readonly (string | Readonly<Record<string, Schema>>)[]): Schema[] => [
  { anyOf: choices.map((choice) => (typeof choice === "string" ? { required: [choice] } : given(choice))) },
];

/** None of these keys may be given. */
export const forbidding = (...keys: readonly string[]): Schema[] =>
  keys.length === 0 ? [] : [{ not: { anyOf: keys.map((key) => ({ required: [key] })) } }];

function given(properties: Readonly<Record<string, Schema>>): Schema {
  return { required: Object.keys(properties), properties };
}
