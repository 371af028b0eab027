import type { MessageInitShape } from "@bufbuild/protobuf";
import type { NotificationUser, NotificationUserSchema } from "@parley/contracts/notifications";
import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { address, boundedExtra, id, name, withMetadata } from "../fields.ts";
import { texts } from "../texts.ts";

/** A user in a notification's request; further keys are kept as given. */
export const notificationUser = () =>
  boundedExtra(
    withMetadata({
      userId: id().meta(texts.userId),
      name: name().optional().meta(texts.displayName),
      email: address().optional().meta({
        description:
          "E-mail address, kept with the item without white space around it and not checked: mails go to the address of the user's profile.",
      }),
    }),
    16_384,
  ).meta({
    title: "NamedUserInput",
  });

export function toNotificationUser({
  userId,
  name,
  email,
  metadata,
}: z.output<ReturnType<typeof notificationUser>>): MessageInitShape<typeof NotificationUserSchema> {
  const extraJson = Object.keys(metadata).length === 0 ? "" : JSON.stringify(metadata);
  return { userId, ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }), extraJson };
}

/** A user in a response. */
export const storedNotificationUser = z
  .looseObject({
    userId: z.string().meta(texts.userId),
    name: z.string().optional().meta(texts.displayName),
    email: z.string().optional().meta(texts.emailAddress),
  })
  .meta({ title: "NamedUser" });

export function fromNotificationUser({ userId, name, email, extraJson }: NotificationUser): z.output<typeof storedNotificationUser> {
  const extra = extraJson === "" ? {} : (JSON.parse(extraJson) as JsonObject);
  return { userId, ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }), ...extra };
}
