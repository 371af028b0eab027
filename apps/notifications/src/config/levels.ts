import { NotificationLevel } from "@parley/contracts/notifications";
import { invalid } from "@parley/kernel";

/** The notifications that reach a user on one channel: all, those that address the user by name, or none. */
export type Level = "ALL" | "MINE" | "NONE";

/** The values that a user has set in one place; null where the organization's value or the default applies. */
export interface Levels {
  readonly inbox: Level | null;
  readonly email: Level | null;
}

/** The values of further channels, by name, as JSON text. They have no effect here. */
export interface Channels {
  readonly channels: string;
}

const messages = { ALL: NotificationLevel.ALL, MINE: NotificationLevel.MINE, NONE: NotificationLevel.NONE } as const satisfies Record<
  Level,
  NotificationLevel
>;

type Stored = Levels & Channels;

/** The effective values in a document: its own, else the organization's, else ALL; a further channel without any value has none. */
export function effectiveLevels(document: Stored | undefined, organization: Stored | undefined) {
  const effective = (way: keyof Levels) => messages[document?.[way] ?? organization?.[way] ?? "ALL"];
  const further = { ...channelsOf(organization), ...channelsOf(document) };
  const channels = Object.fromEntries(Object.entries(further).map(([name, level]) => [name, messages[level]]));
  return { inbox: effective("inbox"), email: effective("email"), channels };
}

/** The values of further channels, by name. */
export function channelsOf(config: Channels | undefined): Readonly<Record<string, Level>> {
  return config === undefined ? {} : JSON.parse(config.channels);
}

/** The level of a message; null for the unspecified one, which removes a value. Fails with `invalid_argument` for an unknown one. */
export function levelOf(message: NotificationLevel, field: string): Level | null {
  if (message === NotificationLevel.UNSPECIFIED) return null;
  const level = levels.get(message);
  if (level === undefined) throw invalid(field, `${field} has the unknown value ${message}.`);
  return level;
}

const levels = new Map(Object.entries(messages).map(([level, message]) => [message as NotificationLevel, level as Level]));
