import type { Context, Handler } from "../context.ts";
import { tokenFence } from "./token-fence.ts";

export const refuseUserTokens = ({ database }: Context): Handler<"refuseUserTokens"> => {
  return async (request) => {
    await tokenFence.refuse(database, request);
    return {};
  };
};
