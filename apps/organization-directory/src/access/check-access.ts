import { AccessState } from "@parley/contracts/organization-directory";
import type { Context, Handler } from "../context.ts";
import { type AccessRow, selectAccess, selectRemovedUntil } from "./access.store.ts";

export const checkAccess = ({ database }: Context): Handler<"checkAccess"> => {
  return async ({ apiKeyId, subjects, withRemovals }) => {
    const columns = {
      apiKeyId,
      organizationIds: subjects.map(({ organizationId }) => organizationId),
      documentIds: subjects.map(({ documentId }) => documentId),
    };
    const states = (await selectAccess(database, columns)).map(stateOf);
    return { states, removedUntilMs: withRemovals ? await selectRemovedUntil(database, columns) : [] };
  };
};

function stateOf({ found, disabled }: AccessRow): AccessState {
  if (!found) return AccessState.NOT_FOUND;
  return disabled ? AccessState.DISABLED : AccessState.OPEN;
}
