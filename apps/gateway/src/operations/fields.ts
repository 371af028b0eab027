import { itemCodes } from "@parley/contracts/common";
import { idProblem, type JsonObject, mailboxProblem } from "@parley/kernel";
import * as z from "zod";
import type { OrganizationField } from "../credentials/rights.ts";
import { forbidding } from "./field-rules.ts";
import { texts } from "./texts.ts";

/** Limits of requests that are also in the OpenAPI document. */
export const limits = { items: 1_000, nameCharacters: 1_000, searchCharacters: 128, textCharacters: 100_000, pageSize: 1_000 } as const;

const idForm = { type: "string", minLength: 1, maxLength: 256, pattern: "^[^\\u0000-\\u001F\\u007F-\\u009F]*$" } as const;

/** An id chosen by the customer: 1 to 256 characters, no control characters, compared byte for byte. */
export const id = () =>
  z
    .string()
    .superRefine((value, context) => {
      const problem = idProblem(value);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
    })
    .meta(idForm);

/** The search text of a list: a prefix. */
export const searchText = (description: string) => z.string().min(1).max(limits.searchCharacters).meta({ description });

/** A display name. */
export const name = () => z.string().max(limits.nameCharacters);

/** An e-mail address, without the white space around it. */
export const address = () => name().trim();

/** An e-mail address to which mails may be sent; empty for none. */
export const mailbox = () =>
  address().superRefine((value, context) => {
    const message = value === "" ? undefined : mailboxProblem(value);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

/** Longer text, stored as given and never interpreted. */
export const longText = () => z.string().max(limits.textCharacters);

/**
 * A secret in a request. Its masked form, as in responses, is refused, so that it never replaces the secret; `writeOnly` keeps agents from
 * setting it.
 */
export const writtenSecret = (maxCharacters: number, text = z.string()) =>
  text.max(maxCharacters).meta({ writeOnly: true, not: { pattern: "^\\*{8}" } });

/** A list with at least one and at most 1,000 items. */
export const batchOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(limits.items);

/** A list of ids; a repeated one is handled once. */
export const ids = () => batchOf(id()).transform((values) => [...new Set(values)]);

/** An id that may be given as a number, which stands for its decimal form: of locations, comments and attachments. */
export const numericId = () =>
  z
    .union([z.string(), z.number()])
    .transform((value) => String(value))
    .pipe(id())
    .meta({ anyOf: [idForm, { type: "number" }] });

/** A list of such ids; a repeated one is handled once. */
export const numericIds = () => batchOf(numericId()).transform((values) => [...new Set(values)]);

/** A filter by ids; an empty list matches nothing. */
export const filterIds = (maxItems: number = limits.items) =>
  z
    .array(id())
    .max(maxItems)
    .transform((values) => [...new Set(values)])
    .optional();

/** The same for such ids. */
export const filterNumericIds = (maxItems: number = limits.items) =>
  z
    .array(numericId())
    .max(maxItems)
    .transform((values) => [...new Set(values)])
    .optional();

/** An object with the customer's own keys, kept as given. */
export const freeForm = () =>
  z
    // Does not abort the check, so that the request's other violations are reported too.
    .custom<JsonObject>(isObject, { abort: false, error: (issue) => (issue.input === undefined ? "is required" : "must be an object") })
    .meta({ type: "object", additionalProperties: true });

/** Any JSON value; kept as given. */
export const anyJson = () => z.unknown().meta({ description: "Any JSON value." });

/** Milliseconds since the epoch. */
export const timestampMs = () => z.number().int().min(0).max(8.64e15);

/** A time in milliseconds since the epoch, or in the form of ISO 8601; milliseconds in either case. */
export const time = () =>
  z
    .unknown()
    .transform((value, context): number => {
      const ms = typeof value === "string" && isoTime.safeParse(value).success ? Date.parse(value) : value;
      if (timestampMs().safeParse(ms).success) return ms as number;
      context.addIssue({ code: "custom", message: "must be milliseconds since the epoch, or a time such as 2026-11-28T10:00:00Z" });
      return z.NEVER;
    })
    .meta({
      anyOf: [
        { type: "integer", minimum: 0, maximum: 8.64e15 },
        // Without the format date-time, whose type has no check in a union of Java's generator, which then does not compile.
        { type: "string", description: "A time by ISO 8601, such as 2026-11-28T10:00:00Z." },
      ],
    });

const isoTime = z.iso.datetime({ offset: true });

/** A day, in UTC. */
export const day = () => z.iso.date("must be a day of the form 2026-11-21");

/** A number in a response: never negative, never a fraction. */
export const wholeNumber = () => z.number().int().min(0);

/** A page token; an empty string requests the first page, like no token. */
export const pageToken = (maxCharacters = 4_096) =>
  z
    .string()
    .max(maxCharacters)
    .optional()
    .transform((token) => token || undefined)
    .optional();

/** The fields of a paged request. The request handler replaces `pageToken`: an operation sees the service's own cursor. */
export const paging = {
  pageSize: z.number().int().min(1).max(limits.pageSize).optional().meta(texts.pageSize),
  pageToken: pageToken().meta(texts.pageToken),
};

/** One entry of a batch response. */
const itemResult = {
  success: z.boolean().meta(texts.success),
  message: z.string().meta({ description: "The outcome, in a sentence." }),
  code: z.enum(itemCodes).meta({ title: "ItemCode" }).optional().meta({ description: "Why it failed; absent on success." }),
};

/** The response to a batch: one entry for each item, keyed by the item's id. */
export const resultsBy = (key: string, extra: z.ZodRawShape = {}) => {
  const entry = z.object({ ...itemResult, ...extra });
  const title = titles[Object.keys(extra).join()];
  return z.record(z.string(), title === undefined ? entry : entry.meta({ title })).meta({ description: `Keyed by ${key}.` });
};

// Keyed by the additional fields of an entry.
const titles: Readonly<Record<string, string>> = { "": "BatchEntry", id: "BatchEntryWithId", organizationUserGroupId: "GroupMemberResult" };

type Shape = Record<string, z.ZodType>;
type WithMetadata<Known extends Shape> = z.output<z.ZodObject<Known>> & { readonly metadata: JsonObject };

/**
 * An item with checked known keys; all other keys are the customer's metadata, kept as given (the metadata of an organization are siblings
 * of `organizationId`). `reserved` lists keys that cannot be set this way.
 */
export function withMetadata<Known extends Shape>(known: Known, reserved: readonly string[] = []): z.ZodType<WithMetadata<Known>> {
  const object = z.strictObject(known);
  const schema = z.toJSONSchema(object, { io: "input", unrepresentable: "any" });
  const forbidden = forbidding(reserved);
  return freeForm()
    .transform((item, context) => {
      const entries = Object.entries(item);
      forbidden.check(item, context);
      const parsed = object.safeParse(Object.fromEntries(entries.filter(([key]) => Object.hasOwn(known, key))), { reportInput: true });
      if (!parsed.success) {
        context.issues.push(...(parsed.error.issues as unknown as typeof context.issues));
        return z.NEVER;
      }
      return { ...parsed.data, metadata: Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(known, key))) };
    })
    .meta({ ...schema, ...forbidden.schema, additionalProperties: true, $schema: undefined }) as unknown as z.ZodType<WithMetadata<Known>>;
}

/** Limits the free keys of an item to `maxCharacters` of JSON. */
export function boundedExtra<Item extends { readonly metadata: JsonObject }>(
  item: z.ZodType<Item>,
  maxCharacters: number,
): z.ZodType<Item> {
  const isShort = ({ metadata }: Item) => JSON.stringify(metadata).length <= maxCharacters;
  // A refined schema loses the metadata of the schema that it refines.
  return item.refine(isShort, `must have at most ${maxCharacters} characters of further keys`).meta(item.meta() ?? {});
}

/** The entries of a batch response by id; ids such as `__proto__` are keys like any other. */
export function byId<Result extends { readonly id: string; readonly success: boolean; readonly message: string; readonly code: string }>(
  results: readonly Result[],
  extra: (result: Result) => Record<string, unknown> = () => ({}),
): Record<string, unknown> {
  const entries: Record<string, unknown> = Object.create(null);
  for (const result of results) {
    const { id, success, message, code } = result;
    entries[id] = success ? { success, ...extra(result), message } : { success, ...extra(result), message, code };
  }
  return entries;
}

/** Requests a single item by its id. */
export const one = () =>
  z.boolean().optional().meta({ description: "For a single id: returns NOT_FOUND instead of an empty list if it does not exist." });

/** Metadata that the service returned as JSON text. */
export function fromJsonText(text: string): unknown {
  return text === "" ? {} : JSON.parse(text);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const fieldsOfOrganizations = ["organizationId", "organizationIds", "organizations"] as const satisfies readonly OrganizationField[];

/** The field that names organizations in requests of this form; `none` if there is none. */
export function organizationFieldOf(request: z.ZodType): OrganizationField | "none" {
  if (request instanceof z.ZodPipe) return organizationFieldOf(request.in as z.ZodType);
  if (!(request instanceof z.ZodObject)) throw new Error("A request is declared as an object, so that its fields are known.");
  return fieldsOfOrganizations.find((field) => field in request.shape) ?? "none";
}
