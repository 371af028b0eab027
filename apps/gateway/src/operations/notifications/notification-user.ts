import type { MessageInitShape } from "@bufbuild/protobuf";
import type { NotificationUser, NotificationUserSchema } from "@parley/contracts/notifications";
import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { address, boundedExtra, id, name, withMetadata } from "../fields.ts";

/** A user in a notification's request; further keys are kept as given. */
export const notificationUser = () =>
  boundedExtra(withMetadata({ userId: id(), name: name().optional(), email: address().optional() }), 16_384).meta({
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
  .looseObject({ userId: z.string(), name: z.string().optional(), email: z.string().optional() })
  .meta({ title: "NamedUser" });

export function fromNotificationUser({ userId, name, email, extraJson }: NotificationUser): z.output<typeof storedNotificationUser> {
  const extra = extraJson === "" ? {} : (JSON.parse(extraJson) as JsonObject);
  return { userId, ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }), ...extra };
}
