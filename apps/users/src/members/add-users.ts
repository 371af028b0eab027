import { failed, succeeded } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { quotaReached } from "@parley/runtime";
import type { Context, Handler } from "../context.ts";
import { allMissing, missingAt, placeOf } from "../places/place.ts";
import { mailboxRefusal, profileChanges } from "./profile-change.ts";
import { addToPlace } from "./store-profiles.ts";

export const addUsers = (context: Context): Handler<"addUsers"> => {
  const { directory, limits } = context;
  return async (request) => {
    const { createOrganization, createDocument, createFolder, parentFolderId } = request;
    const place = placeOf(request);
    const changes = profileChanges(request.users);
    const missing = await missingAt(directory, place, { createOrganization, createDocument, createFolder, parentFolderId });
    const ids = changes.map(({ id }) => id);
    if (missing !== undefined) return { results: allMissing(ids, missing) };

    const outcomes = await addToPlace(context, place, changes);
    return {
      results: changes.map(({ id, email }) => {
        const outcome = outcomes.get(id);
        if (outcome === "no_user") return failed(id, quotaReached, limits.users.refusal);
        if (outcome === "no_membership") return failed(id, quotaReached, limits.memberships.refusal);
        if (outcome === "no_mailbox") return failed(id, "invalid", mailboxRefusal({ id, email }));
        return outcome === "too_long"
          ? failed(id, "invalid", `The metadata of the user ${shortened(id)} would be longer than ${limits.metadataBytes} bytes.`)
          : succeeded(id, `The user was added to the ${place.kind}.`);
      }),
    };
  };
};
