import { ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { Rules } from "@parley/contracts/common";
import { idProblem, jsonDepth, unstorableText } from "@parley/kernel";

/** A violated rule while it is looked for: its path is completed on the way up. */
export interface Violation {
  field: string;
  readonly message: string;
}

/** Adds what is wrong with a value; paths are relative to it. `depth` is the number of messages around it. */
export type ValueCheck = (value: unknown, found: Violation[], depth: number) => void;

const defaultMaxLength = 1_000;
const defaultMaxJsonLength = 1024 * 1024;
const maxJsonDepth = 32;
const unstorable = "must not contain U+0000 or half a surrogate pair";

/** The check of one scalar; undefined when there is nothing that could be wrong with it. */
export function scalarCheck(type: ScalarType, rules: Rules, presence?: FeatureSet_FieldPresence): ValueCheck | undefined {
  if (type === ScalarType.STRING) return problemCheck(textProblem(rules));
  if (rules.min === undefined && rules.max === undefined) return undefined;
  return problemCheck(rangeProblem(rules, presence === FeatureSet_FieldPresence.IMPLICIT));
}

/** A google.protobuf.Struct, which protobuf-es hands over as a JSON object. */
export const structCheck: ValueCheck = problemCheck(jsonValueProblem);

/** A sentence fragment that says what is wrong with the value (`must …`), or undefined. */
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
