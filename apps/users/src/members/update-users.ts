import { failed, succeeded } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { placeOf, within } from "../places/place.ts";
import { mailboxRefusal, profileChanges } from "./profile-change.ts";
import { changeInPlace } from "./store-profiles.ts";

export const updateUsers = (context: Context): Handler<"updateUsers"> => {
  const { limits } = context;
  return async (request) => {
    const place = placeOf(request);
    const changes = profileChanges(request.users);
    const outcomes = await changeInPlace(context, place, changes);
    return {
      results: changes.map(({ id, email }) => {
        switch (outcomes.get(id)) {
          case "updated":
            return succeeded(id, "The user was updated.");
          case "no_mailbox":
            return failed(id, "invalid", mailboxRefusal({ id, email }));
          case "too_long":
            return failed(id, "invalid", `The metadata of the user ${shortened(id)} would be longer than ${limits.metadataBytes} bytes.`);
          default:
            return failed(id, "not_found", `The user ${shortened(id)} is not in ${within(place)}.`);
        }
      }),
    };
  };
};
