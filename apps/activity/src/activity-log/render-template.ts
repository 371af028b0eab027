import type { Json, JsonObject } from "@parley/kernel";

/** Maximum length of a rendered message. It keeps a short template with long values from making a response long. */
const maxMessageLength = 10_000;
const variable = /\{\{([^{}]*)\}\}/g;

/**
 * Replaces the `{{variable}}`s of a template. A user is shown by name, else by email, else by id. A variable that is missing in the data or
 * whose value has no text form stays as written, as do all other braces. Values are not searched for variables; nothing is escaped. At most
 * 10,000 characters.
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
  // Only own properties: `__proto__` and `constructor` are ordinary names.
  return Object.hasOwn(data, name) ? textOf(data[name]) : undefined;
}

function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const own = (key: string) => (Object.hasOwn(value, key) ? value[key] : undefined);
  return [own("name"), own("email"), own("userId")].find((text): text is string => typeof text === "string" && text !== "");
}
