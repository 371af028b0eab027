import { failed, succeeded } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { setDocumentsDisabled as setRows } from "./documents.store.ts";

export const setDocumentsDisabled = ({ database }: Context): Handler<"setDocumentsDisabled"> => {
  return async ({ apiKeyId, organizationId, documentIds, disabled }) => {
    const ids = [...new Set(documentIds)];
    const found = await setRows(database, { apiKeyId, organizationId }, ids, disabled);
    const state = disabled ? "disabled" : "enabled";
    return {
      results: ids.map((id) =>
        found.has(id)
          ? succeeded(id, `The document is ${state}.`)
          : failed(id, "not_found", `The document ${shortened(id)} does not exist in the organization ${shortened(organizationId)}.`),
      ),
    };
  };
};
