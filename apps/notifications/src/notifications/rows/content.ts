import { Failure, type FieldViolation, type JsonObject, maxIdLength } from "@parley/kernel";
import { bodyOf, headlineValues, longestActor, longestName } from "./headline.ts";
import type { NewNotification } from "./new-notifications.store.ts";
import { locationIdOf } from "./source.ts";
import type { StoredUser } from "./stored-user.ts";
import { renderedLength } from "./template.ts";

/** What a notification says and whom it addresses by name. The texts are those of JSON objects, except for the template and the body. */
export interface Content {
  readonly actionUser: StoredUser;
  readonly users: readonly StoredUser[];
  readonly headlineTemplate: string;
  readonly templateData: string;
  readonly bodyMessage: string | null;
  readonly sourceData: string;
  readonly details: string;
}

/** The columns of a content. */
export type ContentRow = Pick<
  NewNotification,
  | "actionUserId"
  | "actionUser"
  | "headlineTemplate"
  | "templateData"
  | "bodyMessage"
  | "notifyUsers"
  | "sourceData"
  | "details"
  | "locationId"
  | "storedBytes"
  | "userIds"
>;

const maxHeadlineCharacters = 20_000;
const maxBodyCharacters = 100_000;
const maxDetailsBytes = 1_000_000;
const maxUsersBytes = 1024 * 1024;
const maxUsers = 1_000;
// The most bytes of UTF-8 for a UTF-16 code unit.
const bytesPerCharacter = 3;

/** The columns of a content, and its violations of rules beyond those of single fields. */
export function contentRow({ actionUser, users, ...given }: Content): { row: ContentRow; violations: FieldViolation[] } {
  const texts = { ...given, actionUser: JSON.stringify(actionUser), notifyUsers: JSON.stringify(users) };
  const data = JSON.parse(given.templateData) as JsonObject;
  const lengthFor = (recipient: StoredUser | undefined, actor = actionUser) =>
    renderedLength(given.headlineTemplate, headlineValues({ data, actionUser: actor, recipient }));
  const bodyLength = (recipient: StoredUser | undefined, actor = actionUser) =>
    given.bodyMessage === null ? (bodyOf(given, { actionUser: actor, recipient })?.length ?? 0) : 0;
  const longest = [longestUser, longestActor(actionUser)] as const;
  const violations = [
    ...tooLong("display_headline_message_template", "headline", lengthFor(undefined), maxHeadlineCharacters),
    ...tooLong("display_body_message_template", "body", bodyLength(undefined), maxBodyCharacters),
    ...tooLarge("notify_users", "users to notify", texts.notifyUsers, maxUsersBytes),
    ...tooLarge("metadata", "further fields of a notification", given.details, maxDetailsBytes),
    ...(users.length > maxUsers ? [{ field: "notify_users", message: `A notification names at most ${maxUsers} users.` }] : []),
  ];
  const row = {
    ...texts,
    actionUserId: actionUser.userId,
    userIds: users.map(({ userId }) => userId),
    locationId: locationIdOf(JSON.parse(given.details) as JsonObject, JSON.parse(given.sourceData) as JsonObject),
    storedBytes: bytesOf(Object.values(texts)) + bytesPerCharacter * (lengthFor(...longest) + bodyLength(...longest)),
  };
  return { row, violations };
}

/** Fails with `invalid_argument` and every violation, if there are any. */
export function refuse(violations: readonly FieldViolation[]): void {
  if (violations.length === 0) return;
  throw new Failure("invalid_argument", violations.map(({ message }) => message).join(" "), { violations });
}

// Names and e-mails have at most 1,000 characters: an upper bound for any reader.
const longestUser: StoredUser = { userId: "x".repeat(maxIdLength), name: longestName };

function tooLong(field: string, what: string, characters: number, most: number): FieldViolation[] {
  const message = `The ${what} must have at most ${most} characters with its variables filled in.`;
  return characters > most ? [{ field, message }] : [];
}

function tooLarge(field: string, what: string, json: string, most: number): FieldViolation[] {
  return Buffer.byteLength(json) > most ? [{ field, message: `The ${what} must have at most ${most} bytes of JSON together.` }] : [];
}

function bytesOf(texts: readonly (string | null)[]): number {
  return texts.reduce((bytes, text) => bytes + (text === null ? 0 : Buffer.byteLength(text)), 0);
}
