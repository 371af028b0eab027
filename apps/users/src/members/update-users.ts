import { failed, succeeded } from "@parley/contracts/common";
import type { UpdateUsersRequest } from "@parley/contracts/users";
import { invalid, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { type Place, placeOf, within } from "../places/place.ts";
import { mailboxRefusal, profileChanges } from "./profile-change.ts";
import { changeInReach, type Reach } from "./store-profiles.ts";

export const updateUsers = (context: Context): Handler<"updateUsers"> => {
  const { limits } = context;
  return async (request) => {
    const place = placeOf(request);
    const where = reachOf(request, place);
    const changes = profileChanges(request.users);
    if (where.of !== "place" && changes.some(({ role }) => role !== null))
      throw invalid("users.access_role", "A role belongs to one place: it cannot be changed in several at once.");
    const outcomes = await changeInReach(context, where, changes);
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
            return failed(id, "not_found", `The user ${shortened(id)} ${absence(where)}.`);
        }
      }),
    };
  };
};

function reachOf({ organizationId, everywhere, allDocuments }: UpdateUsersRequest, place: Place): Reach {
  if ((everywhere || allDocuments) && place.kind !== "organization")
    throw invalid(`${place.kind}_id`, `One ${place.kind} cannot be combined with all places or all documents.`);
  if (everywhere && allDocuments) throw invalid("all_documents", "All places include all documents: request one of them.");
  if (!everywhere && organizationId === "") throw invalid("organization_id", "organization_id is required.");
  return { of: everywhere ? "apiKey" : allDocuments ? "documents" : "place", place };
}

function absence({ of, place }: Reach): string {
  if (of === "apiKey") return "does not exist";
  return of === "documents" ? `is in no document of ${within(place)}` : `is not in ${within(place)}`;
}
