import type { User } from "@parley/contracts/activity";
import * as z from "zod";
import { id, name } from "../fields.ts";
import { texts } from "../texts.ts";
import { fromUser, storedUser, toUser, user } from "./activity-user.ts";

/** A user tagged in a comment; `text` is the mention in the comment. */
const contact = () =>
  z
    .strictObject({
      userId: id().meta(texts.userId),
      text: name().optional().meta({ description: "The words that tag the user, such as `@Carol`." }),
      contact: user().optional().meta({ description: "The tagged user." }),
    })
    .refine(
      // A contact that is not an object is reported separately.
      ({ userId, contact }) => contact?.userId === undefined || contact.userId === userId,
      "must name one user: userId and contact.userId differ",
    )
    .meta({ title: "TaggedUserInput", description: "Without `contact`, only the user's id is stored." });

export const contacts = () => z.array(contact()).max(100);

export function toContact({ userId, text = "", ...item }: z.output<ReturnType<typeof contact>>) {
  return { ...toUser(item.contact ?? { userId, metadata: {} }), taggedAs: text };
}

/** A tagged user in a response. */
export const storedContact = z
  .object({
    userId: z.string().meta(texts.userId),
    text: z.string().meta({ description: "The words that tag the user, such as `@Carol`." }),
    contact: storedUser.meta({ description: "The tagged user." }),
  })
  .meta({ title: "TaggedUser" });

export function fromContact(user: User): z.output<typeof storedContact> {
  return { userId: user.userId, text: user.taggedAs, contact: fromUser(user) };
}
