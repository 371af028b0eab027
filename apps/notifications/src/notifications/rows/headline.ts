import type { Json, JsonObject } from "@parley/kernel";
import type { StoredUser } from "./stored-user.ts";
import { renderTemplate, type TextOf } from "./template.ts";

/** The users whom a template may name. */
interface NamedUsers {
  readonly actionUser: StoredUser;
  /** The reader; undefined to render for nobody in particular. */
  readonly recipient: StoredUser | undefined;
}

interface HeadlineOptions extends NamedUsers {
  /** The template data as the customer gave it. */
  readonly data: JsonObject;
}

/**
 * The variables of a headline: the template data, `actionUser` even if the data lacks it, and `recipientUser`, the reader. The data's own
 * values take precedence over the stored user of the same id; a `recipientUser` in the data that is not a user is an ordinary variable.
 */
export function headlineValues({ data, actionUser, recipient }: HeadlineOptions): TextOf {
  return (name) => {
    // Only the customer's own keys count: `__proto__` and `constructor` are names like any other.
    const given = Object.hasOwn(data, name) ? data[name] : undefined;
    if (name === "actionUser") return valueText(given, actionUser) ?? userText(actionUser);
    if (name === "recipientUser" && recipient !== undefined) {
      const isOther = isUser(given) && given.userId !== recipient.userId;
      return (isOther ? undefined : valueText(given, recipient)) ?? userText(recipient);
    }
    return valueText(given);
  };
}

/** A body and the template that replaces it if there is none, as stored. */
interface StoredBody {
  readonly bodyMessage: string | null;
  readonly details: string;
}

/** The text below a headline: as given, else the template of the details with its variables filled in; null for none. */
export function bodyOf({ bodyMessage, details }: StoredBody, users: NamedUsers): string | null {
  if (bodyMessage !== null || details === "{}") return bodyMessage;
  const { displayBodyMessageTemplate: template, displayBodyMessageTemplateData: data } = JSON.parse(details) as JsonObject;
  return typeof template === "string" ? renderTemplate(template, headlineValues({ data: objectOf(data), ...users })) : null;
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** The longest stored name, in characters. */
export const longestName = "x".repeat(1_000);

/** The acting user with the longest name that a headline may show, for a notification without a name. */
export function longestActor(actionUser: StoredUser): StoredUser {
  return actionUser.name || actionUser.email ? actionUser : { ...actionUser, name: longestName };
}

/** `known` completes a given user object with the same id. */
function valueText(value: Json | undefined, known?: StoredUser): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (!isUser(value)) return undefined;
  return userText(
    value.userId === known?.userId ? { userId: value.userId, name: value.name || known.name, email: value.email || known.email } : value,
  );
}

// A user appears by name, else by e-mail, else by id.
function userText({ userId, name, email }: Readonly<Record<string, unknown>>): string {
  for (const text of [name, email]) if (typeof text === "string" && text !== "") return text;
  return String(userId);
}

function isUser(value: unknown): value is { readonly userId: string; readonly name?: string; readonly email?: string } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && typeof (value as JsonObject).userId === "string";
}
