import type { User } from "@parley/contracts/activity";
import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { address, boundedExtra, id, name, withMetadata } from "../fields.ts";
import { texts } from "../texts.ts";

/** A user described in a request; further keys are kept as given, and nothing is looked up. */
export const user = () =>
  boundedExtra(
    withMetadata({
      userId: id().meta(texts.userId),
      name: name().optional().meta(texts.displayName),
      email: address().optional().meta({
        description:
          "E-mail address, kept with the item without white space around it and not checked: mails go to the address of the user's profile.",
      }),
    }),
    8_192,
  ).meta({
    title: "NamedUserInput",
  });

type UserItem = z.output<ReturnType<typeof user>>;

export function toUser({ userId, name = "", email = "", metadata }: UserItem) {
  return { userId, name, email, extraJson: toExtraJson(metadata) };
}

/** A message field with the user, to be spread into a message: empty when there is no user. */
export function toUserPart<Key extends string>(key: Key, item: UserItem | undefined) {
  return (item === undefined ? {} : { [key]: toUser(item) }) as { [Name in Key]?: ReturnType<typeof toUser> };
}

/** A user in a response. */
export const storedUser = z
  .looseObject({
    userId: z.string().meta(texts.userId),
    name: z.string().optional().meta(texts.displayName),
    email: z.string().optional().meta(texts.emailAddress),
  })
  .meta({ title: "NamedUser" });

export function fromUser({ userId, name, email, extraJson }: User): z.output<typeof storedUser> {
  return { userId, ...(name === "" ? {} : { name }), ...(email === "" ? {} : { email }), ...fromExtraJson(extraJson) };
}

/** Free keys as text; empty when there are none. */
export function toExtraJson(extra: JsonObject): string {
  return Object.keys(extra).length === 0 ? "" : JSON.stringify(extra);
}

export function fromExtraJson(extraJson: string): JsonObject {
  return extraJson === "" ? {} : (JSON.parse(extraJson) as JsonObject);
}
