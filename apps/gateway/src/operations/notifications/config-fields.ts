import { type NotificationConfig, NotificationLevel } from "@parley/contracts/notifications";
import * as z from "zod";
import { texts } from "../texts.ts";

/** Which notifications reach a user on one channel. */
const level = () =>
  z
    .enum(["ALL", "MINE", "NONE"])
    .meta({ description: "MINE: notifications that address the user by name, but not those to all users of the organization." });

type Level = z.output<ReturnType<typeof level>>;

const levels = { ALL: NotificationLevel.ALL, MINE: NotificationLevel.MINE, NONE: NotificationLevel.NONE } as const satisfies Record<
  Level,
  NotificationLevel
>;

function toLevel(value: Level | null): NotificationLevel {
  return value === null ? NotificationLevel.UNSPECIFIED : levels[value];
}

const channelLevel = () =>
  level().nullable().optional().meta({
    description: "What the user is notified of on this channel: `ALL`, `MINE` (only events that address the user by name) or `NONE`.",
  });

const channelName = /^[A-Za-z0-9_.-]{1,64}$/;

/** The values that a request sets. */
export const configChange = () =>
  z
    .object({ inbox: channelLevel(), email: channelLevel() })
    .catchall(level().nullable())
    .refine((config) => Object.values(config).some((value) => value !== undefined), "needs the value of a channel")
    .refine((config) => Object.keys(config).every((name) => channelName.test(name)), {
      message: "must name channels by 1 to 64 letters, digits, _, . and -",
    })
    .refine((config) => Object.keys(config).length <= maxChannels + 2, `must have at most ${maxChannels} further channels`)
    .meta({
      title: "NotificationConfigChange",
      additionalProperties: true,
      description:
        "The user's notification level for each channel. Channels besides `inbox` and `email`, such as `slack`, are kept for your code and have no effect here.",
    });

const maxChannels = 20;

/** Absent keeps a value, null removes it. */
export function toConfigChange({ inbox, email, ...further }: z.output<ReturnType<typeof configChange>>) {
  return {
    ...(inbox === undefined ? {} : { inbox: { level: toLevel(inbox) } }),
    ...(email === undefined ? {} : { email: { level: toLevel(email) } }),
    channels: Object.fromEntries(Object.entries(further).flatMap(([name, value]) => (value === undefined ? [] : [[name, toLevel(value)]]))),
  };
}

/** The effective notification settings of a user, in a response. */
export const storedConfig = z.object({
  config: z
    .object({ inbox: level(), email: level() })
    .catchall(level())
    .meta({ title: "NotificationLevels", additionalProperties: true, description: "The user's notification level for each channel." }),
  metadata: z
    .object({
      organizationId: z.string().meta(texts.organizationId),
      apiKey: z.string().meta(texts.apiKey),
      documentId: z.string().meta({ description: "Empty at the organization level." }),
      userId: z.string().meta(texts.userId),
    })
    .meta({ description: "Whose configuration it is, and where it holds." }),
});

export function fromConfig({
  apiKeyId,
  organizationId,
  documentId,
  userId,
  inbox,
  email,
  channels,
}: NotificationConfig): z.output<typeof storedConfig> {
  const further = Object.fromEntries(Object.entries(channels).map(([name, value]) => [name, fromLevel(value)]));
  return {
    config: { ...further, inbox: fromLevel(inbox), email: fromLevel(email) },
    metadata: { organizationId, apiKey: apiKeyId, documentId, userId },
  };
}

function fromLevel(message: NotificationLevel): Level {
  switch (message) {
    case NotificationLevel.ALL:
      return "ALL";
    case NotificationLevel.MINE:
      return "MINE";
    case NotificationLevel.NONE:
      return "NONE";
    default:
      throw new Error(`The notifications service answered the unknown level ${message}.`);
  }
}
