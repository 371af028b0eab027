import * as z from "zod";

type Schema = Readonly<Record<string, unknown>>;
type Data = Readonly<Record<string, unknown>>;

/**
 * A rule across the fields of an object, declared once: it provides the check of a request with its message, a part of the JSON Schema in
 * the OpenAPI document, and a sentence in the reference.
 */
export interface FieldRule<Name extends string = string> {
  /** The field that a violation names; absent for a rule about the whole object. */
  readonly field?: Name;
  /** The text after the field's name, in messages and in the reference. Names are in backticks, which messages leave out. */
  readonly problem: string;
  readonly holds: (data: Data) => boolean;
  /** Schemas that an object must all match; none if JSON Schema cannot express the rule. */
  readonly schemas: readonly Schema[];
  /** All fields in the rule: a name that the object does not have does not compile. */
  readonly fields: readonly Name[];
}

/** Adds rules to the object. They are also checked if fields are invalid, so that all violations are listed. */
export function withRules<Form extends z.ZodObject>(form: Form, ...rules: readonly FieldRule<keyof Form["shape"] & string>[]): Form {
  let ruled = form;
  for (const { field, problem, holds } of rules) {
    const path = field === undefined ? [] : [field];
    ruled = ruled.refine((data: unknown) => !isObject(data) || holds(data), { path, message: unmarked(problem), when: () => true });
  }
  const allOf = rules.flatMap(({ schemas }) => schemas);
  // A refined schema loses the metadata of the schema that it refines.
  ruled = ruled.meta({ ...form.meta(), ...(allOf.length === 0 ? {} : { allOf }) });
  rulesOf.add(ruled, { rules });
  return ruled;
}

const rulesOf = z.registry<{ readonly rules: readonly FieldRule[] }>();

/** The rules of a request and of the objects within it, as sentences; `place` is the path of such an object. */
export function ruleSentences(form: z.ZodType, place: readonly string[] = []): string[] {
  if (form instanceof z.ZodOptional) return ruleSentences(form.unwrap() as z.ZodType, place);
  if (!(form instanceof z.ZodObject)) return [];
  const own = (rulesOf.get(form)?.rules ?? []).map(({ field, problem }) => {
    const subject = [...place, ...(field === undefined ? [] : [field])].join(".");
    return subject === "" ? `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.` : `\`${subject}\` ${problem}.`;
  });
  return [...own, ...Object.entries(form.shape).flatMap(([name, part]) => ruleSentences(part as z.ZodType, [...place, name]))];
}

/** When a field counts as given. A bare name stands for the field with any value. */
interface Given<Name extends string> {
  readonly name: Name;
  readonly isGiven: (data: Data) => boolean;
  readonly value?: Schema;
  /** The description of a required value, if the name alone is not enough. */
  readonly needed?: string;
}

type Field<Name extends string> = Name | Given<Name>;

/** A list with items; an empty one does not count as given. */
export const filled = <Name extends string>(name: Name): Given<Name> => ({
  name,
  isGiven: ({ [name]: list }) => Array.isArray(list) && list.length > 0,
  value: { minItems: 1 },
  needed: `\`${name}\` with items`,
});

/** A flag set to true. */
export const on = <Name extends string>(name: Name): Given<Name> => ({
  name,
  isGiven: ({ [name]: flag }) => flag === true,
  value: { const: true },
  needed: `\`${name}: true\``,
});

/** The two must not be given together. A violation names the first. */
export function exclusive<Name extends string>(field: Field<Name>, other: Field<Name>, because?: string): FieldRule<Name> {
  return rule([field, other], `and ${marked(other)} exclude each other${reason(because)}`, {
    holds: (data) => !isGiven(field, data) || !isGiven(other, data),
    schemas: [{ not: required(field, other) }],
  });
}

/** The first must not be given with any of the others. `called` replaces a list of names that is too long. */
export function excludes<const Name extends string>(
  field: Field<Name>,
  others: readonly Field<Name>[],
  { because, called = and.format(others.map(marked)) }: { readonly because?: string; readonly called?: string } = {},
): FieldRule<Name> {
  return rule([field, ...others], `excludes ${called}${reason(because)}`, {
    holds: (data) => !isGiven(field, data) || !others.some((other) => isGiven(other, data)),
    schemas: others.map((other) => ({ not: required(field, other) })),
  });
}

/** The first requires the other. */
export function needs<Name extends string>(field: Field<Name>, other: Field<Name>): FieldRule<Name> {
  const areNames = typeof field === "string" && typeof other === "string";
  return rule([field, other], `needs ${marked(other)}`, {
    holds: (data) => !isGiven(field, data) || isGiven(other, data),
    schemas: [areNames ? { dependentRequired: { [field]: [other] } } : { not: { ...required(field), not: required(other) } }],
  });
}

/** Both must be given, or neither. A violation names the first. */
export function together<Name extends string>(field: Name, other: Name): FieldRule<Name> {
  return rule([field, other], `and ${marked(other)} go together`, {
    holds: (data) => isGiven(field, data) === isGiven(other, data),
    schemas: [{ dependentRequired: { [field]: [other], [other]: [field] } }],
  });
}

/** At least one of the two must be given. A violation names the first. */
export function atLeastOne<Name extends string>(field: Field<Name>, other: Field<Name>): FieldRule<Name> {
  return rule([field, other], `or ${needed(other)} is required`, someOf([field, other]));
}

/** At least one of these must be given. A violation names the object. */
export function needsOneOf<Name extends string>(...choices: readonly Field<Name>[]): FieldRule<Name> {
  const { field: _, ...about } = rule(choices, `needs ${or.format(choices.map(needed))}`, someOf(choices));
  return about;
}

function someOf(choices: readonly Field<string>[]): Condition {
  return {
    holds: (data) => choices.some((choice) => isGiven(choice, data)),
    schemas: [{ anyOf: choices.map((choice) => required(choice)) }],
  };
}

/** Exactly one of the two must be given. A violation names the first. */
export function exactlyOne<Name extends string>(field: Field<Name>, other: Field<Name>): FieldRule<Name> {
  return rule([field, other], `or ${needed(other)} is required, and they exclude each other`, {
    holds: (data) => isGiven(field, data) !== isGiven(other, data),
    schemas: [{ anyOf: [required(field), required(other)] }, { not: required(field, other) }],
  });
}

/** `one` requires a single id in the list. */
export function oneId<Name extends string>(ids: Name): FieldRule<Name | "one"> {
  const single: Given<Name> = {
    name: ids,
    isGiven: ({ [ids]: list }) => Array.isArray(list) && list.length === 1,
    value: { minItems: 1, maxItems: 1 },
  };
  return { ...needs<Name | "one">(on("one"), single), problem: `needs \`${ids}\` with one id` };
}

/** Forbids these keys in a free-form object: returns the check, which reports each, and the JSON Schema. */
export function forbidding(keys: readonly string[]) {
  return {
    check: (item: unknown, context: z.RefinementCtx): void => {
      for (const key of keys)
        if (isObject(item) && Object.hasOwn(item, key)) context.addIssue({ code: "custom", path: [key], message: "cannot be set here" });
    },
    schema: keys.length === 0 ? {} : { allOf: [{ not: { anyOf: keys.map((key) => required(key)) } }] },
  };
}

type Condition = Pick<FieldRule, "holds" | "schemas">;

function rule<Name extends string>(fields: readonly Field<Name>[], problem: string, condition: Condition): FieldRule<Name> {
  const names = fields.map(nameOf);
  const [field] = names;
  return { ...(field === undefined ? {} : { field }), problem, ...condition, fields: names };
}

const and = new Intl.ListFormat("en-GB", { type: "conjunction" });
const or = new Intl.ListFormat("en-GB", { type: "disjunction" });

function nameOf<Name extends string>(field: Field<Name>): Name {
  return typeof field === "string" ? field : field.name;
}

function isGiven(field: Field<string>, data: Data): boolean {
  return typeof field === "string" ? data[field] !== undefined : field.isGiven(data);
}

/** The JSON Schema of objects in which these fields are given. */
function required(...fields: readonly Field<string>[]): Schema {
  const values = fields.flatMap((field) => (typeof field === "string" || field.value === undefined ? [] : [[field.name, field.value]]));
  return { required: fields.map(nameOf), ...(values.length === 0 ? {} : { properties: Object.fromEntries(values) }) };
}

function marked(field: Field<string>): string {
  return `\`${nameOf(field)}\``;
}

function needed(field: Field<string>): string {
  return (typeof field === "string" ? undefined : field.needed) ?? marked(field);
}

function unmarked(text: string): string {
  return text.replaceAll("`", "");
}

function reason(because: string | undefined): string {
  return because === undefined ? "" : `: ${because}`;
}

function isObject(value: unknown): value is Data {
  return typeof value === "object" && value !== null;
}
