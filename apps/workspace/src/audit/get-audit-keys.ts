import { keySetOf } from "@parley/audit";
import type { Context, Handler } from "../context.ts";

export const getAuditKeys = ({ auditKeys }: Context): Handler<"getAuditKeys"> => {
  const keySetJson = JSON.stringify(keySetOf(auditKeys));
  return async () => ({ keySetJson });
};
