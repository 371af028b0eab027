import type { Context, Handler } from "../context.ts";
import { selectDomains } from "./domains.store.ts";

export const listDomains =
  ({ database }: Context): Handler<"listDomains"> =>
  async ({ apiKeyId }) => ({ domains: await selectDomains(database, apiKeyId) });
