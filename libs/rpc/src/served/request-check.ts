import { type DescField, type DescMessage, getOption, type Message, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence, isWrapperDesc } from "@bufbuild/protobuf/wkt";
import { type Rules, rules } from "@parley/contracts/common";
import { Failure, idProblem, jsonDepth, unstorableText } from "@parley/kernel";

const defaultMaxItems = 1_000;
const maxDepth = 32;
// Enough to correct a request; one for every item of a large list would not fit into the headers that carry a gRPC failure.
const maxViolations = 100;

/**
 * Compiles the check of a message type from the rules of its fields (`parley/common/v1/rules.proto`). The descriptor is walked once, here;
 * checking a request only runs closures. The check fails with `invalid_argument` and the violations, with paths in proto names.
 */
export function requestCheck(type: DescMessage): (request: Message) => void {
  const check = messageCheck(type);
  return (request) => {
    const found: Violation[] = [];
    check(request, found, 0);
    if (found.length > 0) throw invalidRequest(found.slice(0, maxViolations));
  };
}

function invalidRequest(found: readonly Violation[]): Failure {
  const violations = found.map(({ field, message }) => ({ field: field.replace(/^\./, ""), message }));
  const [first] = violations;
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : "";
  return new Failure("invalid_argument", `The request is not valid: ${first?.field} ${first?.message}${more}.`, { violations });
}

const checks = new WeakMap<DescMessage, ValueCheck>();

function messageCheck(type: DescMessage): ValueCheck {
  const known = checks.get(type);
  if (known !== undefined) return known;
  const fields: { read: (message: Record<string, unknown>) => unknown; path: string; check: ValueCheck }[] = [];
  const check: ValueCheck = (message, found, depth) => {
    if (depth >= maxDepth) found.push({ field: "", message: `must not be nested more than ${maxDepth} messages deep` });
    else for (const { path, check, read } of fields) checkPart(path, check, read(message as Record<string, unknown>), found, depth + 1);
  };
  // Registered before its fields are compiled: a message may contain itself.
  checks.set(type, check);
  for (const field of type.fields) {
    const check = fieldCheck(field, getOption(field, rules));
    if (check !== undefined) fields.push({ read: reader(field), path: `.${field.name}`, check });
  }
  return check;
}

/** Checks a part and completes the paths of its violations; no path is built for a valid part. */
function checkPart(step: string | number, check: ValueCheck, value: unknown, found: Violation[], depth: number): void {
  const before = found.length;
  check(value, found, depth);
  if (found.length === before) return;
  const path = typeof step === "number" ? `[${step}]` : step;
  for (const violation of found.slice(before)) violation.field = path + violation.field;
}

function reader({ oneof, localName }: DescField): (message: Record<string, unknown>) => unknown {
  if (oneof === undefined) return (message) => message[localName];
  const group = oneof.localName;
  return (message) => {
    const chosen = message[group] as { case?: string; value?: unknown };
    return chosen.case === localName ? chosen.value : undefined;
  };
}

function fieldCheck(field: DescField, rules: Rules): ValueCheck | undefined {
  const check = kindCheck(field, rules);
  if (!rules.required) return check && ((value, found, depth) => value !== undefined && check(value, found, depth));
  const isUnset = field.fieldKind === "enum" ? (value: unknown) => !value : isEmpty;
  return (value, found, depth) => {
    if (isUnset(value)) found.push({ field: "", message: "must be set" });
    else check?.(value, found, depth);
  };
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function kindCheck(field: DescField, rules: Rules): ValueCheck | undefined {
  switch (field.fieldKind) {
    case "enum":
      return undefined;
    case "scalar":
      return scalarCheck(field.scalar, rules, field.presence);
    case "list":
      return listCheck(itemCheck(elementCheck(field.message, field.scalar, rules), rules), rules.maxItems || defaultMaxItems);
    case "map":
      return mapCheck(
        scalarCheck(field.mapKey, rules),
        elementCheck(field.message, field.scalar, rules),
        rules.maxItems || defaultMaxItems,
      );
    case "message":
      // protobuf-es represents a wrapper such as StringValue as the bare value.
      if (isWrapperDesc(field.message) && field.oneof === undefined) return scalarCheck(field.message.fields[0].scalar, rules);
      return elementCheck(field.message, undefined, rules);
  }
}

// An empty field may mean that it was not given, but an empty id in a list was given.
function itemCheck(check: ValueCheck | undefined, rules: Rules): ValueCheck | undefined {
  if (!rules.id) return check;
  return (value, found, depth) => {
    if (value === "") found.push({ field: "", message: "must not be empty" });
    else check?.(value, found, depth);
  };
}

function elementCheck(message: DescMessage | undefined, scalar: ScalarType | undefined, rules: Rules): ValueCheck | undefined {
  // protobuf-es represents a Struct as a bare JSON object.
  if (message !== undefined) return message.typeName === "google.protobuf.Struct" ? structCheck : messageCheck(message);
  return scalar === undefined ? undefined : scalarCheck(scalar, rules);
}

function listCheck(item: ValueCheck | undefined, maxItems: number): ValueCheck {
  return (value, found, depth) => {
    const list = value as unknown[];
    if (list.length > maxItems) found.push({ field: "", message: `must have at most ${maxItems} items, not ${list.length}` });
    else if (item !== undefined) {
      for (let index = 0; index < list.length && found.length < maxViolations; index++) checkPart(index, item, list[index], found, depth);
    }
  };
}

function mapCheck(key: ValueCheck | undefined, item: ValueCheck | undefined, maxItems: number): ValueCheck {
  return (value, found, depth) => {
    const entries = Object.entries(value as Record<string, unknown>);
    if (entries.length > maxItems) found.push({ field: "", message: `must have at most ${maxItems} entries, not ${entries.length}` });
    else {
      for (const [name, entry] of entries) {
        const before = found.length;
        if (before >= maxViolations) return;
        if (key !== undefined) checkPart(" (a key)", key, name, found, depth);
        // A key that breaks a rule may be very long, so it is not repeated in the path.
        if (item !== undefined && found.length === before) checkPart(`[${name}]`, item, entry, found, depth);
      }
    }
  };
}

/** A violated rule during the check; its path is completed on the way up. */
interface Violation {
  field: string;
  readonly message: string;
}

/** Adds the violations of a value, with paths relative to it. `depth` is the number of enclosing messages. */
type ValueCheck = (value: unknown, found: Violation[], depth: number) => void;

const defaultMaxLength = 1_000;
const defaultMaxJsonLength = 1024 * 1024;
const maxJsonDepth = 32;
const unstorable = "must not contain U+0000 or half a surrogate pair";

/** The check of one scalar; undefined when every value is valid. */
function scalarCheck(type: ScalarType, rules: Rules, presence?: FeatureSet_FieldPresence): ValueCheck | undefined {
  if (type === ScalarType.STRING) return problemCheck(textProblem(rules));
  if (rules.min === undefined && rules.max === undefined) return undefined;
  return problemCheck(rangeProblem(rules, presence === FeatureSet_FieldPresence.IMPLICIT));
}

/** A google.protobuf.Struct, which protobuf-es represents as a JSON object. */
const structCheck: ValueCheck = problemCheck(jsonValueProblem);

/** The rule that the value breaks, as the end of a sentence (`must …`), or undefined. */
type Problem<Value> = (value: Value) => string | undefined;

function problemCheck<Value>(problem: Problem<Value>): ValueCheck {
  return (value, found) => {
    const message = problem(value as Value);
    if (message !== undefined) found.push({ field: "", message });
  };
}

function textProblem(rules: Rules): Problem<string> {
  if (rules.json || rules.jsonObject) return jsonProblem(rules.maxLength || defaultMaxJsonLength, rules.jsonObject);
  const maxLength = rules.maxLength || defaultMaxLength;
  const plainProblem: Problem<string> = (text) => {
    // Characters are code points, as in OpenAPI and in the checks of the gateway.
    const length = text.length > maxLength ? codePoints(text) : text.length;
    if (length > maxLength) return `must have at most ${maxLength} characters, not ${length}`;
    return unstorableText(text, "") === undefined ? undefined : unstorable;
  };
  if (!rules.id) return plainProblem;
  return (text) => (text === "" ? undefined : (idProblem(text) ?? plainProblem(text)));
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function jsonProblem(maxLength: number, objectOnly: boolean): Problem<string> {
  return (text) => {
    if (text === "") return undefined;
    if (text.length > maxLength) return `must have at most ${maxLength} characters, not ${text.length}`;
    const value = parseJson(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (value === undefined || (objectOnly && !isObject)) return `must be the text of a JSON ${objectOnly ? "object" : "value"}`;
    return jsonValueProblem(value);
  };
}

function jsonValueProblem(value: unknown): string | undefined {
  if (jsonDepth(value, maxJsonDepth) > maxJsonDepth) return `must not be nested more than ${maxJsonDepth} levels deep`;
  return unstorableText(value, "") === undefined ? undefined : unstorable;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function rangeProblem({ min, max }: Rules, zeroIsUnset: boolean): Problem<number | bigint> {
  return (value) => {
    if (zeroIsUnset && Number(value) === 0) return undefined;
    if (min !== undefined && value < min) return `must be at least ${min}, not ${value}`;
    if (max !== undefined && value > max) return `must be at most ${max}, not ${value}`;
    return undefined;
  };
}
