import type { Json, JsonObject } from "@parley/kernel";

/** Longest rendered message: a short template must not make a long response out of long values. */
const maxMessageLength = 10_000;
const variable = /\{\{([^{}]*)\}\}/g;

/**
 * Fills in the `{{variable}}`s of a template. A user appears by name, else by e-mail, else by id. A variable that is not in the data, or
 * whose value has no text, stays as written, and so do all braces that are not a pair of two around a name. Values are not searched for
 * variables again, and nothing is interpreted or escaped. At most 10,000 characters.
 */
export function renderTemplate(template: string, data: JsonObject): string {
  const parts: string[] = [];
  let length = 0;
  let end = 0;
  const add = (part: string) => {
    const shown = part.slice(0, maxMessageLength - length);
    length += shown.length;
    parts.push(shown);
  };
  for (const match of template.matchAll(variable)) {
    const name = match[1] ?? "";
    add(template.slice(end, match.index));
    add(shownValue(name.trim(), data) ?? match[0]);
    end = match.index + match[0].length;
    if (length >= maxMessageLength) break;
  }
  add(template.slice(end));
  // The cut may split a surrogate pair.
  return parts.join("").toWellFormed();
}

function shownValue(name: string, data: JsonObject): string | undefined {
  // Only the customer's own keys: `__proto__` and `constructor` are names like any other.
  return Object.hasOwn(data, name) ? textOf(data[name]) : undefined;
}

function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const own = (key: string) => (Object.hasOwn(value, key) ? value[key] : undefined);
  return [own("name"), own("email"), own("userId")].find((text): text is string => typeof text === "string" && text !== "");
}
