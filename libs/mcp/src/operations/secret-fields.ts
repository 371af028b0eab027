type Form = Readonly<Record<string, unknown>>;

/** The secret fields of a JSON Schema: those that are `writeOnly`, as paths with a `*` for each element of a list. */
export function secretFieldsOf(form: unknown): string[] {
  return [...new Set(pathsIn(form, []))].sort();
}

/** The paths that occur in the data. A null counts as well: it removes the secret. */
export function secretsIn(data: unknown, fields: readonly string[]): string[] {
  return fields.filter((field) => isThere(data, field.split(".")));
}

function pathsIn(form: unknown, path: readonly string[]): string[] {
  if (!isObject(form)) return [];
  if (form.writeOnly === true) return [path.join(".")];
  const named = Object.entries(isObject(form.properties) ? form.properties : {});
  const alternatives = [form.anyOf, form.oneOf, form.allOf].flatMap((each) => (Array.isArray(each) ? each : []));
  return [
    ...named.flatMap(([name, part]) => pathsIn(part, [...path, name])),
    ...[form.items, form.additionalProperties].flatMap((part) => pathsIn(part, [...path, "*"])),
    ...alternatives.flatMap((part) => pathsIn(part, path)),
  ];
}

function isThere(data: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return data !== undefined;
  if (typeof data !== "object" || data === null) return false;
  if (name === "*") return Object.values(data).some((element) => isThere(element, rest));
  return Object.hasOwn(data, name) && isThere((data as Form)[name], rest);
}

function isObject(value: unknown): value is Form {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
