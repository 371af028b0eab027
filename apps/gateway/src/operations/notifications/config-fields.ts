import { type NotificationConfig, NotificationLevel } from "@parley/contracts/notifications";
import * as z from "zod";
import { texts } from "../texts.ts";

/** Which notifications reach a user on one channel. */
export const level = () =>
  z
    .enum(["ALL", "MINE", "NONE"])
    .meta({ description: "MINE: notifications that address the user by name, but not those to all users of the organization." });

export const toLevel = { ALL: NotificationLevel.ALL, MINE: NotificationLevel.MINE, NONE: NotificationLevel.NONE } as const satisfies Record<
  z.output<ReturnType<typeof level>>,
  NotificationLevel
>;

/** The effective notification settings of a user, in a response. */
export const storedConfig = z.object({
  config: z.object({ inbox: level(), email: level() }).meta({ description: "The user's notification level for each channel." }),
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
}: NotificationConfig): z.output<typeof storedConfig> {
  return {
    config: { inbox: fromLevel(inbox), email: fromLevel(email) },
    metadata: { organizationId, apiKey: apiKeyId, documentId, userId },
  };
}

function fromLevel(message: NotificationLevel) {
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
