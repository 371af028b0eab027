import type { FieldViolation } from "@parley/kernel";
import type * as z from "zod";
import { cut } from "../errors/cut.ts";
import { Refusal } from "../errors/error-answer.ts";

type Issue = z.core.$ZodIssue;

/** Parses `data`; fails with INVALID_ARGUMENT that carries every violation, not only the first (decisions, section 1, Error extras). */
export function parseData<Output>(schema: z.ZodType<Output>, data: unknown, opening?: string): Output {
  const parsed = schema.safeParse(data, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw refusalOf(parsed.error.issues.flatMap(violationsOf), opening);
}

/** The refusal of a request that breaks these rules; each message is a sentence that begins with its field. `opening` goes before them. */
export function refusalOf(violations: readonly FieldViolation[], opening?: string): Refusal {
  const [first] = violations;
  const rest = violations.length - 1;
  const message = `${opening === undefined ? "" : `${opening} `}${first?.message ?? "The request is invalid."}${rest > 0 ? ` (and ${rest} more; see details)` : ""}`;
  return new Refusal("INVALID_ARGUMENT", message, { details: violations.slice(0, 100) });
}

function violationsOf(issue: Issue): FieldViolation[] {
  const field = pathText(issue.path) || "data";
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const path = pathText([...issue.path, key]);
      return { field: path, message: `${path} is not a known field.` };
    });
  }
  return [{ field, message: `${field} ${problemOf(issue)}.` }];
}

function problemOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${withArticle(issue.expected)}`;
    case "too_small":
      if (issue.origin === "string") return issue.minimum === 1 ? "must not be empty" : `must have at least ${issue.minimum} characters`;
      if (issue.origin === "array") return issue.minimum === 1 ? "must not be empty" : `must have at least ${issue.minimum} items`;
      return `must be at least ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "string") return `must have at most ${issue.maximum} characters`;
      if (issue.origin === "array") return `must have at most ${issue.maximum} items`;
      return `must be at most ${issue.maximum}`;
    case "invalid_value":
      return issue.input === undefined ? "is required" : `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    default:
      return issue.message;
  }
}

function withArticle(type: string): string {
  const names: Record<string, string> = { int: "a whole number", record: "an object", object: "an object", array: "an array" };
  return names[type] ?? `a ${type}`;
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? cut(String(step)) : `${text}.${cut(String(step))}`),
    "",
  );
}
