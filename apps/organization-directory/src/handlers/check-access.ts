import { AccessState } from "@parley/contracts/organization-directory";
import type { Context, Handler } from "../context.ts";
import { type AccessRow, selectAccess } from "../store/access.ts";

export const checkAccess = ({ database }: Context): Handler<"checkAccess"> => {
  return async ({ apiKeyId, subjects }) => {
    const rows = await selectAccess(database, {
      apiKeyId,
      organizationIds: subjects.map(({ organizationId }) => organizationId),
      documentIds: subjects.map(({ documentId }) => documentId),
    });
    return { states: rows.map(stateOf) };
  };
};

function stateOf({ found, disabled }: AccessRow): AccessState {
  if (!found) return AccessState.NOT_FOUND;
  return disabled ? AccessState.DISABLED : AccessState.OPEN;
}
